// Learns the rules of one predicate from a part of the training states, and adds states and atoms
// about which these are wrong, round by round.
//
// Source: Clarke et al. (2000), Counterexample-guided abstraction refinement.
#pragma once

#include "learner/game_rules/rule_cover.h"
#include "learner/game_rules/rule_errors.h"

#include <functional>
#include <vector>

namespace tesuji::learner {

struct RoundOptions {
  CoverOptions cover;
  std::size_t states = 400;  ///< of the training states at first
  double seconds = 60;
};

/// What was learned of one predicate.
struct RoundsResult {
  RuleDefinitions definitions;
  RuleErrors errors;  ///< about all training states
  double cost = 0;    ///< bits
  BeamStatistics statistics;
  double search_seconds = 0;
  bool limited = false;
  bool stopped = false;  ///< by time
  struct Uncovered {
    PlayAtom atom;
    std::size_t example = 0;  ///< of the training part
  };
  std::vector<Uncovered> uncovered;  ///< positive examples, at most a few
};

/// `all` has all states of the part, with its background; `give` adds that to other worlds.
[[nodiscard]] RoundsResult learn_in_rounds(const PlayPart& part, PlayPredicate predicate,
                                           const std::vector<PlayAtom>& atoms, FactWorld& all,
                                           const std::function<void(FactWorld&)>& give,
                                           PlayVocabulary& vocabulary, const RoundOptions& options);

}  // namespace tesuji::learner
