// Ordering metarules from what is known before anything ran: domains and facts.
//
// For every form of premise or body literal one metarule for each set of its variables that
// may be bound by then, because other premises have them too, gives the average number of
// matches (Cazenave, section 2.2: "the average number of instanciations", "the probability of
// unifying a fact when all its arguments are instanciated"). Where more than six may be
// bound, there are metarules for none, each one, all but each one and all of them: they
// only ask what is bound, and the smallest priority of those that match counts. A relation of
// one column that is tested gets the share that it has of what other premises of production
// rules bind. The other numbers are those of estimates.h, by which bodies are ordered, rounded as
// far as that keeps their order.
#pragma once

#include "ir/formulas/metarule.h"
#include "ir/module/module.h"

#include <vector>

namespace tesuji::passes {

/// Metarules for all premises of the module's agendas and all literals of its rules, in the order
/// of the relations, fewer bound arguments first. Comparisons get what they usually let through.
[[nodiscard]] std::vector<ir::OrderingMetarule> synthesise_metarules(const ir::Module& module);

}  // namespace tesuji::passes
