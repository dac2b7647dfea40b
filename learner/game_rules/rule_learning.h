// Learns the rules of a game, target by target, and tests them on separate states.
//
// Each predicate of a target (next_cell, next_control) is a problem of its own (rule_cover.h).
// Rules that are right on all training states become background for later targets: `terminal` may
// use `legal` and `goal`. A problem is first learned from a part of the training states; then
// states where the rules are wrong are added, and it is learned again (Clarke et al. 2000,
// Counterexample-guided abstraction refinement).
#pragma once

#include "learner/game_rules/rule_cover.h"
#include "learner/game_rules/rule_rounds.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::learner {

// --- Powers of static relations
//
// Composes static relations such as `succ` with themselves: succ_2(X,Z) :- succ(X,Y), succ(Y,Z).
//
// A search does not find `three further` step by step, because the first steps exclude nothing.

/// For each static relation of two columns in which each value has at most one successor and at
/// most one predecessor: defines its second to fifth powers, as far as these have tuples. Each
/// comes after those that it needs.
[[nodiscard]] RuleDefinitions static_powers(const PlayPart& part, PlayVocabulary& vocabulary);

// --- Learning

/// A learning task for one target, with its test.
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
  double seconds = 240;              ///< for all targets
  std::size_t states = 400;          ///< of the training states at first
  std::size_t most_words = 1 << 18;  ///< for the matches of one clause
  const std::atomic<bool>* stop = nullptr;
  decltype(CoverOptions::log) log = nullptr;  ///< as CoverOptions::log
};

struct TargetResult {
  std::string target;
  std::size_t train_states = 0;
  std::size_t test_states = 0;
  std::size_t shared_states = 0;  ///< test states that are also training states
  RuleErrors train;
  RuleErrors test;
  BeamStatistics statistics;
  double search_seconds = 0;
  double seconds = 0;
  bool limited = false;  ///< a limit on clauses or memory ended a search
  bool stopped = false;  ///< by time
  /// Positive training examples that no clause covers, at most a few of each predicate.
  std::vector<RoundsResult::Uncovered> uncovered;
};

struct LearnedRules {
  RuleDefinitions definitions;  ///< of all targets
  std::vector<TargetResult> targets;
};

/// Learns the tasks in their order. Each target may take an equal share of the seconds that remain,
/// so that one that ends early leaves its time to later ones. Kept within some hundredths.
[[nodiscard]] LearnedRules learn_rules(const std::vector<PlayTask>& tasks,
                                       PlayVocabulary& vocabulary,
                                       const RuleLearningOptions& options);

}  // namespace tesuji::learner
