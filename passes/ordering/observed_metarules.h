// Derives ordering metarules from observations of running rules.
//
// For each form of premise, with its bound variables, computes the matches per trial over all its
// occurrences. If some occurrences have fewer matches than others, because of their rules' other
// premises about the bound variables, these get a separate metarule with such a premise as a
// further condition:
//
//   present voisine(?a, ?b), ?a bound: 3.8 matches
//   present voisine(?a, ?b), ?a bound, where the rule has nombre_voisines(?a, 2): 2
//
// A priority is the smallest that any metarule gives (ir/formulas/metarule.h), so a condition can
// only express fewer matches; the metarule without it then covers the other occurrences.
// Occurrences in existence tests, which stop at the first witness, are used only if there are no
// others.
#pragma once

#include "ir/formulas/metarule.h"
#include "passes/analysis/profile.h"

#include <vector>

namespace tesuji::passes {

/// Returns metarules with the underlying numbers as notes; in the order in which forms were first
/// seen.
[[nodiscard]] std::vector<ir::OrderingMetarule> observed_metarules(const Profile& profile);

/// Returns `observed`, and those of `others` whose form no observed metarule has.
[[nodiscard]] std::vector<ir::OrderingMetarule> with_others(
    std::vector<ir::OrderingMetarule> observed, const std::vector<ir::OrderingMetarule>& others);

}  // namespace tesuji::passes
