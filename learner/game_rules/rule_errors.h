// Counts right and wrong answers of rules about (state, atom).
#pragma once

#include "learner/game_rules/fact_world.h"

#include <cstdint>
#include <vector>

namespace tesuji::learner {

/// Right and wrong answers about (state, atom).
struct RuleErrors {
  std::uint64_t true_positive = 0;
  std::uint64_t false_positive = 0;
  std::uint64_t true_negative = 0;
  std::uint64_t false_negative = 0;

  RuleErrors& operator+=(const RuleErrors& other);
  [[nodiscard]] std::uint64_t wrong() const { return false_positive + false_negative; }
  [[nodiscard]] double accuracy() const;
  /// The mean of the shares of right answers among positive and among negative examples; where one
  /// of these is empty, the share of the other one.
  [[nodiscard]] double balanced_accuracy() const;
};

/// The bits that a predicate has of atoms in a world, words for each.
[[nodiscard]] std::vector<Word> answers(const FactWorld& world, PlayPredicate predicate,
                                        const std::vector<PlayAtom>& atoms);

/// Compares the answers about these atoms with the labels: adds to `errors`, and returns the bits
/// that are wrong, words for each atom.
[[nodiscard]] std::vector<Word> compare(const FactWorld& world, const std::vector<PlayAtom>& atoms,
                                        const std::vector<Word>& said, RuleErrors& errors);

}  // namespace tesuji::learner
