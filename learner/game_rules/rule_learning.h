// Learns the rules of a game, target by target, and tests them on states that nothing was learned
// from.
//
// Each predicate of a target (next_cell, next_control) is a problem of its own (rule_cover.h).
// Rules that are right on all training states become background of the targets behind: `terminal`
// may ask `legal` and `goal`. A problem is learned from a part of the training states first; states
// where the rules are wrong are added, and it is learned again (Clarke et al. 2000,
// Counterexample-guided abstraction refinement).
#pragma once

#include "learner/game_rules/rule_cover.h"
#include "learner/game_rules/rule_rounds.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::learner {

/// What is to be learned of one target, and how it is tested.
struct PlayTask {
  std::string target;  ///< `legal`, ..
  PlayPart train;
  PlayPart test;
};

struct RuleLearningOptions {
  bool greedy = false;  ///< CoverOptions
  bool noise = false;
  std::uint32_t levels = 4;
  std::uint64_t seed = 1;
  double seconds = 60;               ///< of a target
  std::size_t states = 400;          ///< of the training states at first
  std::size_t most_words = 1 << 18;  ///< of the matches of one clause
  const std::atomic<bool>* stop = nullptr;
  decltype(CoverOptions::log) log = nullptr;  ///< as there
};

struct TargetResult {
  std::string target;
  std::size_t train_states = 0;
  std::size_t test_states = 0;
  RuleErrors train;
  RuleErrors test;
  BeamStatistics statistics;
  double search_seconds = 0;
  double seconds = 0;
  bool limited = false;  ///< a search was ended by its limits of clauses or memory
  bool stopped = false;  ///< by time
  /// Positive examples of the training part that no clause covers, at most a few of each predicate.
  std::vector<RoundsResult::Uncovered> uncovered;
};

struct LearnedRules {
  RuleDefinitions definitions;  ///< of all targets
  std::vector<TargetResult> targets;
};

/// Tasks are learned in their order. Time is kept for each target: at most `seconds`, within some
/// hundredths.
[[nodiscard]] LearnedRules learn_rules(const std::vector<PlayTask>& tasks,
                                       PlayVocabulary& vocabulary,
                                       const RuleLearningOptions& options);

}  // namespace tesuji::learner
