// Chooses how much work each engine may take for one question of a game, so that the wrong engine
// costs little.
//
// Plans answer a question first. Where they have taken a budget they give it up, and the standby
// answers it, with twice that budget; where that gives up, too, plans are asked again, with twice
// as much again, and so on. Every budget is twice the one before, so that all that is given up
// takes no more than the last budget. The engine that answers was given a quarter of it before, and
// needed more. So a question takes at most five times the work of the engine that answers, and at
// most ten times that of the faster one (beside the first budget, where nothing is known yet).
//
// The first budget is what the standby is expected to take, twice: where plans take longer than
// that in most states, the question costs three times the standby's work, and where they do not, no
// more than it ever did. Until the standby was asked, it is `first`. Where questions take less, but
// not little, and `curious` together, the standby is asked once, so that this is known.
//
// Source: doubling, as for searches of unknown length (Bentley and Yao, An almost optimal algorithm
// for unbounded searching, 1976).
#pragma once

#include <atomic>
#include <cstdint>

namespace tesuji::runtime {

/// Safe from many threads, which may each see what another one has learned, or not.
class QuestionBudget {
 public:
  /// Ten milliseconds: more than nearly all questions take.
  static constexpr std::uint64_t first = 10'000'000;
  /// No engine is asked with less: it would hardly begin.
  static constexpr std::uint64_t least = 250'000;
  static constexpr std::uint64_t growth = 2;
  /// A millisecond: questions that take less are never compared.
  static constexpr std::uint64_t little = 1'000'000;
  static constexpr std::uint64_t curious = 100'000'000;

  /// Of the plans, when the question is asked.
  [[nodiscard]] std::uint64_t of_plans() const;
  /// Of whoever is asked after one who had `before`, and gave up.
  [[nodiscard]] static std::uint64_t after(std::uint64_t before);

  void plans_answered(std::uint64_t work);
  void standby_answered(std::uint64_t work);
  void standby_gave_up(std::uint64_t budget);
  /// The standby cannot answer: plans are not limited from now on.
  void standby_failed();

 private:
  /// Of the standby; 0: not known.
  std::atomic<std::uint64_t> expected_{0};
  /// By plans, for questions that were not little, while that is not known.
  std::atomic<std::uint64_t> spent_{0};
};

}  // namespace tesuji::runtime
