#include "learner/regression/goal_evaluation.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::learner {

namespace {

FitData position_data(const runtime::PositionSample& sample, std::size_t words,
                      runtime::StateFeatures& features, std::vector<std::string> names) {
  FitData data;
  data.names = std::move(names);
  data.targets.assign(sample.outcomes.begin(), sample.outcomes.end());
  data.groups = sample.games;
  std::vector<std::uint16_t> values(features.size());
  for (std::size_t i = 0; i < sample.outcomes.size(); ++i) {
    features.compute(std::span(sample.states).subspan(i * words, words), values);
    data.values.insert(data.values.end(), values.begin(), values.end());
  }
  return data;
}

}  // namespace

std::optional<GoalEvaluation> learn_goal_evaluation(const std::string& path,
                                                    const driver::LoadedGame& game,
                                                    const driver::Options& options,
                                                    const GoalEvaluationOptions& learning,
                                                    driver::Session& session) {
  auto loaded = driver::load_goal_features(path, game, options, session);
  if (!loaded) return std::nullopt;
  GoalEvaluation learned;
  learned.features = std::move(*loaded);
  const auto features = driver::make_goal_features(learned.features);
  const runtime::PositionSample sample = runtime::sample_positions(*game.game, learning.sample);
  FitOptions fitting;
  fitting.model = FitModel::logistic;
  fitting.ridge = learning.ridge;
  fitting.seed = learning.sample.seed;
  try {
    learned.fit =
        fit(position_data(sample, game.game->state_words(), *features, learned.features.names),
            fitting);
  } catch (const UnfitData& unfit) {
    session.diagnostics.error(
        {}, "limit",
        std::string("random games do not determine the values of positions: ") + unfit.what());
    return std::nullopt;
  }
  learned.sum.constant = learned.fit.intercept;
  for (const FittedWeight& weight : learned.fit.weights) {
    learned.sum.weights.push_back(weight.weight);
  }
  return learned;
}

driver::EvaluationMaker evaluations(std::shared_ptr<const GoalEvaluation> learned,
                                    const driver::Options& options) {
  // Threads that search one game share its features; a player has two or three games with the same
  // rules.
  struct Placed {
    std::mutex mutex;
    std::map<std::shared_ptr<const runtime::Game>, std::optional<driver::GoalFeatureSet>> features;
  };
  return [learned = std::move(learned), options, placed = std::make_shared<Placed>()](
             const driver::LoadedGame& game) -> std::unique_ptr<runtime::Evaluation> {
    const std::lock_guard lock(placed->mutex);
    const auto [found, is_new] = placed->features.try_emplace(game.game);
    if (is_new) found->second = driver::move_goal_features(learned->features, game, options);
    if (!found->second) return nullptr;
    return std::make_unique<runtime::FeatureSumEvaluation>(
        driver::make_goal_features(*found->second), learned->sum);
  };
}

}  // namespace tesuji::learner
