// Ordering metarules from what was observed while rules ran.
//
// For each form of premise, with the variables that were bound, the matches it had per
// trial, over all places where it stood. Where some places have fewer matches than others,
// because of what their rules ask of the bound variables besides, those get a metarule of
// their own with that as a further condition:
//
//   present voisine(?a, ?b), ?a bound: 3.8 matches
//   present voisine(?a, ?b), ?a bound, where the rule has nombre_voisines(?a, 2): 2
//
// A priority is the smallest that any metarule gives (ir/formulas/metarule.h), so a condition can
// say of fewer matches only; the metarule without it then speaks of the other places.
// Places in existence tests, which stop at a first witness, are used where no others are.
#pragma once

#include "ir/formulas/metarule.h"
#include "passes/analysis/profile.h"

#include <vector>

namespace tesuji::passes {

/// With the numbers they come from as notes; in the order in which forms were first seen.
[[nodiscard]] std::vector<ir::OrderingMetarule> observed_metarules(const Profile& profile);

/// `observed`, and of `others` those whose form none of the observed ones has.
[[nodiscard]] std::vector<ir::OrderingMetarule> with_others(
    std::vector<ir::OrderingMetarule> observed, const std::vector<ir::OrderingMetarule>& others);

}  // namespace tesuji::passes
