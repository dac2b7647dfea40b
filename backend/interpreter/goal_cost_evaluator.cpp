#include "backend/interpreter/goal_cost_evaluator.h"

#include "runtime/host/game/game.h"
#include "runtime/host/memory/word_bits.h"

#include <algorithm>
#include <utility>

namespace tesuji::interpreter {

namespace {

using ir::Cost;
using ir::GoalFeature;

class InterpretedGoalFeatures final : public runtime::StateFeatures {
 public:
  InterpretedGoalFeatures(std::shared_ptr<const ir::GoalCosts> costs, FluentPlaces places)
      : costs_(std::move(costs)),
        features_(ir::goal_features(*costs_)),
        evaluator_(costs_, std::move(places)) {}

  [[nodiscard]] std::size_t size() const override { return features_.size(); }

  void compute(runtime::StateView state, std::span<std::uint16_t> values) override {
    const std::span<const Cost> costs = evaluator_.costs_of(state);
    for (std::size_t f = 0; f < features_.size(); ++f) {
      values[f] = value(features_[f], costs, state);
    }
  }

 private:
  [[nodiscard]] std::uint16_t value(const GoalFeature& feature, std::span<const Cost> costs,
                                    runtime::StateView state) const {
    if (feature.kind == GoalFeature::Kind::content) {
      const auto& fluents = costs_->contents[feature.of].fluents;
      return static_cast<std::uint16_t>(std::ranges::count_if(
          fluents, [&](std::uint32_t fluent) { return evaluator_.holds(fluent, state); }));
    }
    const ir::GoalPart& part = costs_->parts[feature.of];
    if (feature.kind == GoalFeature::Kind::cost) {
      return std::min<Cost>(costs[part.ways[feature.way]], static_cast<Cost>(part.most + 1));
    }
    return static_cast<std::uint16_t>(std::ranges::count_if(
        part.ways, [&](ir::CostNodeId way) { return costs[way] == feature.cost; }));
  }

  std::shared_ptr<const ir::GoalCosts> costs_;
  std::vector<GoalFeature> features_;
  GoalCostEvaluator evaluator_;
};

}  // namespace

GoalCostEvaluator::GoalCostEvaluator(std::shared_ptr<const ir::GoalCosts> costs,
                                     FluentPlaces places)
    : costs_(std::move(costs)), places_(std::move(places)), values_(costs_->nodes.size()) {}

bool GoalCostEvaluator::holds(std::uint32_t fluent, runtime::StateView state) const {
  const std::uint64_t place = places_[fluent];
  if (place >= runtime::always_holds) return place == runtime::always_holds;
  return runtime::has_bit(state, place);
}

Cost GoalCostEvaluator::cost_of(const ir::CostLiteral& literal, runtime::StateView state) const {
  if (literal.fluent == ir::no_cost_fluent) return literal.otherwise;
  if (holds(literal.fluent, state) == literal.value) return 0;
  for (const auto& [fluent, cost] : literal.from) {
    if (holds(fluent, state)) return cost;
  }
  return literal.otherwise;
}

std::span<const Cost> GoalCostEvaluator::costs_of(runtime::StateView state) {
  for (std::size_t n = 0; n < values_.size(); ++n) {
    const ir::CostNode& node = costs_->nodes[n];
    if (node.kind == ir::CostNode::Kind::literal) {
      values_[n] = cost_of(costs_->literals[node.first], state);
      continue;
    }
    const std::span inputs(costs_->inputs.data() + node.first, node.count);
    if (node.kind == ir::CostNode::Kind::least) {
      Cost least = ir::never_cost;
      for (const ir::CostNodeId input : inputs) least = std::min(least, values_[input]);
      values_[n] = least;
      continue;
    }
    if (node.kind == ir::CostNode::Kind::greatest) {
      Cost greatest = 0;
      for (const ir::CostNodeId input : inputs) greatest = std::max(greatest, values_[input]);
      values_[n] = greatest;
      continue;
    }
    std::uint32_t sum = 0;
    for (const ir::CostNodeId input : inputs) {
      sum = values_[input] == ir::never_cost ? UINT32_MAX / 2 : sum + values_[input];
      if (sum >= ir::never_cost) break;
    }
    values_[n] = static_cast<Cost>(std::min<std::uint32_t>(sum, ir::never_cost));
  }
  return values_;
}

std::unique_ptr<runtime::StateFeatures> interpret_goal_features(
    std::shared_ptr<const ir::GoalCosts> costs, FluentPlaces places) {
  return std::make_unique<InterpretedGoalFeatures>(std::move(costs), std::move(places));
}

}  // namespace tesuji::interpreter
