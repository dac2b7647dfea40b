// Plays by a strategy from another game until the learner has learned a predicate of the same name
// (transfer).
#pragma once

#include "backend/strategies/strategy.h"
#include "learner/migo/migo.h"

#include <memory>
#include <string>
#include <vector>

namespace tesuji::learner {

/// Not thread-safe.
class StrategyAdvice : public Advice {
 public:
  /// `strategy` must be for the game of `space`, which must outlive this.
  StrategyAdvice(std::shared_ptr<const runtime::Strategy> strategy, runtime::StateSpace& space,
                 runtime::StateSpaceOptions options);

  [[nodiscard]] std::uint32_t levels(Goal goal) const override;
  [[nodiscard]] runtime::Node* first(Goal goal, std::uint32_t level, runtime::Node& node) override;

 private:
  std::shared_ptr<const runtime::Strategy> strategy_;
  std::unique_ptr<runtime::Strategy::Memory> memory_;
  runtime::StateSpace& space_;
  /// By goal and level: number of the predicate; nothing if none exists.
  std::vector<std::optional<std::uint32_t>> predicates_[2];
};

}  // namespace tesuji::learner
