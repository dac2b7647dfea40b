// Chooses how much work each engine may spend on a question of a game, so that the wrong engine
// costs little.
//
// Plans answer a question first. When they have used up a budget they give up, and the standby
// answers, with twice that budget; if it gives up, too, plans try again, with twice as much again,
// and so on. Every budget is twice the one before, so all failed tries together take at most the
// last budget. The engine that answers had a quarter of it before, and needed more. So a question
// takes at most five times the work of the engine that answers, and at most ten times that of the
// faster one (apart from the first budget, when nothing is known yet).
//
// The first budget is twice the work that the standby is expected to need: if plans take longer
// than that in most states, the question costs three times the standby's work, and otherwise no
// more than it ever did. Until the standby has answered once, it is `first`. If questions take
// less, but more than `little`, and `curious` together, the standby answers one, so that its work
// is known.
//
// Source: doubling, as for searches of unknown length (Bentley and Yao, An almost optimal algorithm
// for unbounded searching, 1976).
#pragma once

#include <atomic>
#include <cstdint>

namespace tesuji::runtime {

/// Thread-safe; a thread may or may not see what another one has learned.
class QuestionBudget {
 public:
  /// Ten milliseconds: more than nearly all questions take.
  static constexpr std::uint64_t first = 10'000'000;
  /// The least budget: with less, an engine would hardly begin.
  static constexpr std::uint64_t least = 250'000;
  static constexpr std::uint64_t growth = 2;
  /// A millisecond: faster questions are never compared.
  static constexpr std::uint64_t little = 1'000'000;
  static constexpr std::uint64_t curious = 100'000'000;

  /// Returns the plans' budget for a new question.
  [[nodiscard]] std::uint64_t of_plans() const;
  /// Returns the budget of the next engine after one that had `before` and gave up.
  [[nodiscard]] static std::uint64_t after(std::uint64_t before);

  void plans_answered(std::uint64_t work);
  void standby_answered(std::uint64_t work);
  void standby_gave_up(std::uint64_t budget);
  /// Records that the standby cannot answer: plans are not limited from now on.
  void standby_failed();

 private:
  /// of the standby; 0: not known
  std::atomic<std::uint64_t> expected_{0};
  /// by plans, on questions that took more than `little`, while expected_ is not known
  std::atomic<std::uint64_t> spent_{0};
};

}  // namespace tesuji::runtime
