// Composes static relations such as `succ` with themselves: succ_2(X,Z) :- succ(X,Y), succ(Y,Z).
//
// A search does not find `three further` step by step, since the first steps exclude nothing.
#pragma once

#include "learner/game_rules/rule_cover.h"

namespace tesuji::learner {

/// For each static relation of two columns in which each value has at most one successor and at
/// most one predecessor: its second to fifth power, as far as these have tuples. In order: each
/// after those that it needs.
[[nodiscard]] RuleDefinitions static_powers(const PlayPart& part, PlayVocabulary& vocabulary);

}  // namespace tesuji::learner
