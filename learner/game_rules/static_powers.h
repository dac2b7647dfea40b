// Composes static relations such as `succ` with themselves: succ_2(X,Z) :- succ(X,Y), succ(Y,Z).
//
// A search does not find `three further` step by step, because the first steps exclude nothing.
#pragma once

#include "learner/game_rules/rule_cover.h"

namespace tesuji::learner {

/// For each static relation of two columns in which each value has at most one successor and at
/// most one predecessor: defines its second to fifth powers, as far as these have tuples. Each
/// comes after those that it needs.
[[nodiscard]] RuleDefinitions static_powers(const PlayPart& part, PlayVocabulary& vocabulary);

}  // namespace tesuji::learner
