#include "backend/features/sets/evaluation.h"

#include "ir/core/diagnostics.h"
#include "runtime/host/game/game.h"

#include <algorithm>
#include <bit>
#include <set>
#include <stdexcept>

namespace tesuji::driver {

StateTranslation::StateTranslation(const LoadedGame& game,
                                   std::shared_ptr<const runtime::StateCodec> codec)
    : game_(game.game), codec_(std::move(codec)) {
  by_bits_ = !codec_->has_tables() && find_bits();
}

runtime::State StateTranslation::by_names(runtime::StateView state) const {
  std::string unknown;
  auto result = codec_->parse(game_->fluents(state), &unknown);
  if (!result) throw std::logic_error("a state has an unknown fluent: " + unknown);
  return std::move(*result);
}

bool StateTranslation::find_bits() {
  const std::vector<runtime::StateCodec::BitFluent> fluents = codec_->bit_fluents();
  std::vector<std::string> names;
  for (const auto& fluent : fluents) names.push_back(fluent.name);
  const auto bits = runtime::bits_of(*game_, names);
  if (!bits) return false;
  const runtime::StateView initial = game_->initial();
  from_.assign(initial.begin(), initial.end());
  to_ = by_names(from_);
  bits_.resize(64 * from_.size());
  for (std::size_t f = 0; f < fluents.size(); ++f) {
    if ((*bits)[f] >= bits_.size()) continue;  // it holds in all states of the game, or in none
    bits_[(*bits)[f]] = {static_cast<std::uint32_t>(fluents[f].word), fluents[f].mask};
  }
  return true;
}

const runtime::State& StateTranslation::translate(runtime::StateView state) {
  if (!by_bits_) return to_ = by_names(state);
  for (std::size_t word = 0; word < state.size(); ++word) {
    std::uint64_t change = state[word] ^ from_[word];
    from_[word] = state[word];
    for (; change != 0; change &= change - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(change));
      const Bit& place = bits_[64 * word + bit];
      to_[place.word] ^= place.mask;
    }
  }
  return to_;
}

namespace {

class FeatureEvaluation final : public runtime::Evaluation {
 public:
  /// `weights`: by feature of the set. `sign`: 1 if they are for role 0, else -1.
  FeatureEvaluation(const LoadedGame& game, FeatureSet set, std::vector<double> weights,
                    double constant, double sign)
      : set_(std::move(set)),
        translation_(game, set_.codec),
        evaluator_(set_),
        weights_(std::move(weights)),
        values_(weights_.size()),
        constant_(constant),
        sign_(sign) {}

  double value(runtime::StateView state) override {
    evaluator_.evaluate(std::span(&translation_.translate(state), 1), values_);
    double sum = constant_;
    for (std::size_t f = 0; f < weights_.size(); ++f) {
      sum += weights_[f] * static_cast<double>(values_[f]);
    }
    return sign_ * sum;
  }

 private:
  FeatureSet set_;
  StateTranslation translation_;
  FeatureEvaluator evaluator_;
  std::vector<double> weights_;
  std::vector<std::uint64_t> values_;
  double constant_;
  double sign_;
};

/// Whether there is a feature for each weight, and only one weight for each feature; reports
/// errors.
bool check_names(const ir::FeatureClauses& features, const FeatureWeights& weights,
                 ir::Diagnostics& diagnostics) {
  std::set<std::string> names;
  for (const ir::LogicClause& clause : features) names.insert(clause.head.name);
  bool good = true;
  std::set<std::string> weighed;
  for (const auto& [name, weight] : weights.weights) {
    if (!weighed.insert(name).second) {
      good = false;
      diagnostics.error({}, "weights", "the feature `" + name + "` has two weights");
    }
    if (names.contains(name)) continue;
    good = false;
    const std::string nearest =
        ir::nearest_name(name, std::vector<std::string>(names.begin(), names.end()));
    diagnostics.error({}, "weights",
                      "unknown feature `" + name + "`, which has a weight" +
                          (nearest.empty() ? "" : "; did you mean `" + nearest + "`?"));
  }
  return good;
}

}  // namespace

std::unique_ptr<runtime::Evaluation> make_evaluation(const LoadedGame& game,
                                                     const FeatureSources& sources,
                                                     const FeatureWeights& weights,
                                                     const Options& options, Session& session) {
  const std::span<const std::string> roles = game.game->roles();
  const auto role = std::find(roles.begin(), roles.end(), weights.role);
  if (role == roles.end()) {
    session.diagnostics.error(
        {}, "weights",
        "the weights are for the role `" + weights.role + "`, which is not a role of the game");
  }
  auto texts = read_features(sources, session);
  if (!texts || !check_names(texts->features, weights, session.diagnostics) ||
      role == roles.end()) {
    return nullptr;
  }
  std::set<std::string> used;
  for (const auto& [name, weight] : weights.weights) {
    if (weight != 0) used.insert(name);
  }
  std::erase_if(texts->features,
                [&](const ir::LogicClause& clause) { return !used.contains(clause.head.name); });
  auto module = load_clauses(sources.game, session);
  if (!module) return nullptr;
  Options engine = options;
  engine.engine = Engine::interpreter;
  auto set = compile_features(*texts, std::move(module), engine, FeatureMode::incremental, session);
  if (!set) return nullptr;
  std::vector<double> values;
  for (const std::string& name : set->names) {
    for (const auto& [of, weight] : weights.weights) {
      if (of == name) values.push_back(weight);
    }
  }
  return std::make_unique<FeatureEvaluation>(game, std::move(*set), std::move(values),
                                             weights.intercept - weights.even,
                                             role == roles.begin() ? 1.0 : -1.0);
}

}  // namespace tesuji::driver
