// Learns the rules of one predicate from a part of the training states. Each round adds states and
// atoms for which the rules are wrong.
//
// Source: Clarke et al. (2000), Counterexample-guided abstraction refinement.
#pragma once

#include "learner/game_rules/fact_world.h"
#include "learner/game_rules/rule_cover.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tesuji::learner {

// Counts right and wrong answers of rules, for pairs of a state and an atom.

/// For pairs of a state and an atom.
struct RuleErrors {
  std::uint64_t true_positive = 0;
  std::uint64_t false_positive = 0;
  std::uint64_t true_negative = 0;
  std::uint64_t false_negative = 0;

  RuleErrors& operator+=(const RuleErrors& other);
  [[nodiscard]] std::uint64_t wrong() const { return false_positive + false_negative; }
  [[nodiscard]] double accuracy() const;
  /// Returns the mean of the accuracies on positive and on negative examples; if one of these is
  /// empty, the accuracy on the other.
  [[nodiscard]] double balanced_accuracy() const;
};

/// Returns the predicate's bits for atoms in a world, words for each.
[[nodiscard]] std::vector<Word> answers(const FactWorld& world, PlayPredicate predicate,
                                        const std::vector<PlayAtom>& atoms);

/// Compares the answers for these atoms with the labels: adds to `errors`, and returns the bits
/// that are wrong, words for each atom.
[[nodiscard]] std::vector<Word> compare(const FactWorld& world, const std::vector<PlayAtom>& atoms,
                                        const std::vector<Word>& said, RuleErrors& errors);

struct RoundOptions {
  CoverOptions cover;
  std::size_t states = 400;  ///< of the training states, in the first round
  double seconds = 60;
};

/// Rules learned for one predicate.
struct RoundsResult {
  RuleDefinitions definitions;
  RuleErrors errors;  ///< on all training states
  double cost = 0;    ///< bits
  BeamStatistics statistics;
  double search_seconds = 0;
  bool limited = false;
  bool stopped = false;  ///< by time
  struct Uncovered {
    PlayAtom atom;
    std::size_t example = 0;  ///< in the training part
  };
  std::vector<Uncovered> uncovered;  ///< positive examples, at most a few
};

/// `all` has all states of the part, with its background; `give` adds the background to other
/// worlds.
[[nodiscard]] RoundsResult learn_in_rounds(const PlayPart& part, PlayPredicate predicate,
                                           const std::vector<PlayAtom>& atoms, FactWorld& all,
                                           const std::function<void(FactWorld&)>& give,
                                           PlayVocabulary& vocabulary, const RoundOptions& options);

}  // namespace tesuji::learner
