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

// --- Synthesis

/// Returns metarules for all premises of the module's agendas and all literals of its rules, in the
/// order of the relations, those with fewer bound arguments first. Comparisons get a usual
/// selectivity.
[[nodiscard]] std::vector<ir::OrderingMetarule> synthesise_metarules(const ir::Module& module);

// --- Rounded priorities, for human readers

/// Smaller positive numbers are replaced by this. Below 2e-308 numbers lose digits, and are not
/// read back as printed.
inline constexpr double least_priority = 1e-300;

/// Returns the number nearest to this many decimal digits of `number` (at least one).
[[nodiscard]] double with_digits(double number, int digits);

/// Rounds the priorities to four digits, as estimates are printed, and to more if fewer would
/// change the order of two of them: equal ones stay equal, unequal ones unequal and in their order.
/// Keeps whole numbers. Printed and read back they are the same. Replaces positive ones below
/// `least_priority` by it.
void round_priorities(std::vector<ir::OrderingMetarule>& metarules);

}  // namespace tesuji::passes
