// Synthesises ordering metarules from domains and facts, before anything has run.
//
// For every form of premise or body literal, and each set of its variables that other premises may
// have bound before, one metarule gives the average number of matches (Cazenave, section 2.2: "the
// average number of instanciations", "the probability of unifying a fact when all its arguments are
// instanciated"). If more than six variables may be bound, there are metarules for none, each one,
// all but each one and all of them: they only require bound variables, and the smallest matching
// priority is used. A tested relation of one column gets the fraction of the values, bound by other
// premises of production rules, that it contains. The other numbers are those of estimates.h, by
// which bodies are ordered, rounded as far as that keeps their order.
#pragma once

#include "ir/formulas/metarule.h"
#include "ir/module/module.h"

#include <vector>

namespace tesuji::passes {

/// Returns metarules for all premises of the module's agendas and all literals of its rules, in the
/// order of the relations, those with fewer bound arguments first. Comparisons get a usual
/// selectivity.
[[nodiscard]] std::vector<ir::OrderingMetarule> synthesise_metarules(const ir::Module& module);

}  // namespace tesuji::passes
