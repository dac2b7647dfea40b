// Evaluates costs of goals node by node: their executable semantics (ir/nets/goal_costs.h).
#pragma once

#include "ir/nets/goal_costs.h"
#include "runtime/host/game/game.h"
#include "runtime/host/search/state_features.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::interpreter {

/// The place of each fluent of a net in a state: the number of its bit, or runtime::never_holds or
/// runtime::always_holds.
using FluentPlaces = std::vector<std::uint64_t>;

/// Not thread-safe.
class GoalCostEvaluator {
 public:
  GoalCostEvaluator(std::shared_ptr<const ir::GoalCosts> costs, FluentPlaces places);

  /// Computes the cost of every node, by number. Valid until the next call.
  [[nodiscard]] std::span<const ir::Cost> costs_of(runtime::StateView state);
  [[nodiscard]] bool holds(std::uint32_t fluent, runtime::StateView state) const;

 private:
  [[nodiscard]] ir::Cost cost_of(const ir::CostLiteral& literal, runtime::StateView state) const;

  std::shared_ptr<const ir::GoalCosts> costs_;
  FluentPlaces places_;
  std::vector<ir::Cost> values_;
};

/// Returns the features of the costs (ir::goal_features), in their order.
[[nodiscard]] std::unique_ptr<runtime::StateFeatures> interpret_goal_features(
    std::shared_ptr<const ir::GoalCosts> costs, FluentPlaces places);

}  // namespace tesuji::interpreter
