#include "backend/players/priors.h"

#include "backend/strategies/strategy.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tesuji::driver {
namespace {

constexpr float good = 0.9F;
constexpr float poor = 0.3F;
constexpr float worst = 0.1F;
/// Memory, in bytes per thread, for a strategy's knowledge about the game.
constexpr std::size_t strategy_budget = std::size_t{64} << 20U;

class StrategyPriors final : public runtime::MovePriors {
 public:
  explicit StrategyPriors(std::shared_ptr<const runtime::Strategy> strategy)
      : strategy_(std::move(strategy)),
        memory_(strategy_->make_memory({.budget = strategy_budget})) {}

  void guess(runtime::StateView state, runtime::Role /*role*/, std::span<const runtime::Move> legal,
             std::span<float> values) override {
    try {
      const auto choice = strategy_->choose(state, *memory_);
      if (!choice) return;
      for (std::size_t i = 0; i < legal.size(); ++i) {
        values[i] = legal[i] == choice->move ? good : poor;
      }
    } catch (const runtime::BudgetExceeded&) {
      // No prior for this state.
    }
  }

 private:
  std::shared_ptr<const runtime::Strategy> strategy_;
  std::unique_ptr<runtime::Strategy::Memory> memory_;
};

class EvaluationPriors final : public runtime::MovePriors {
 public:
  EvaluationPriors(std::shared_ptr<const runtime::Game> game,
                   std::unique_ptr<runtime::Evaluation> evaluation)
      : game_(std::move(game)),
        evaluation_(std::move(evaluation)),
        scratch_(game_->make_scratch()),
        next_(game_->state_words()) {}

  void guess(runtime::StateView state, runtime::Role role, std::span<const runtime::Move> legal,
             std::span<float> values) override {
    game_->legal(state, *scratch_, all_);
    std::vector<runtime::Move> joint;
    for (const auto& moves : all_) joint.push_back(moves.front());
    const double sign = role == 0 ? 1 : -1;  // the evaluation is for role 0
    worths_.clear();
    for (const runtime::Move move : legal) {
      joint[role] = move;
      game_->next(state, joint, *scratch_, next_);
      worths_.push_back(sign * evaluation_->value(next_));
    }
    const auto [low, high] = std::minmax_element(worths_.begin(), worths_.end());
    const double range = *high - *low;
    if (!(range > 0)) return;
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = worst + static_cast<float>((worths_[i] - *low) / range) * (good - worst);
    }
  }

 private:
  std::shared_ptr<const runtime::Game> game_;
  std::unique_ptr<runtime::Evaluation> evaluation_;
  std::unique_ptr<runtime::Scratch> scratch_;
  std::vector<std::vector<runtime::Move>> all_;
  std::vector<double> worths_;
  runtime::State next_;
};

}  // namespace

PriorMaker strategy_priors(frontend::Strategy strategy, const Options& options) {
  return [strategy = std::move(strategy), options](const LoadedGame& game) {
    const auto compiled = compile_strategy(game, strategy, options);
    return runtime::MovePriorFactory(
        [compiled](unsigned) { return std::make_unique<StrategyPriors>(compiled); });
  };
}

PriorMaker evaluation_priors(EvaluationMaker evaluation) {
  return [=](const LoadedGame& game) {
    return runtime::MovePriorFactory([=](unsigned) -> std::unique_ptr<runtime::MovePriors> {
      auto made = evaluation(game);
      if (!made) return nullptr;
      return std::make_unique<EvaluationPriors>(game.game, std::move(made));
    });
  };
}

EvaluationMaker feature_evaluations(FeatureSources sources, FeatureWeights weights,
                                    const Options& options) {
  return [=](const LoadedGame& game) {
    Session session;
    return make_evaluation(game, sources, weights, options, session);
  };
}

}  // namespace tesuji::driver
