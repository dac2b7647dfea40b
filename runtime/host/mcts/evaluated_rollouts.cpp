#include "runtime/host/mcts/evaluated_rollouts.h"

#include <cmath>
#include <utility>

namespace tesuji::runtime {

namespace {

class EvaluatedRollouts final : public Rollouts {
 public:
  /// `rollouts`: null if only the evaluation counts.
  EvaluatedRollouts(std::unique_ptr<Rollouts> rollouts, std::unique_ptr<Evaluation> evaluation,
                    float weight, std::size_t state_words)
      : rollouts_(std::move(rollouts)),
        evaluation_(std::move(evaluation)),
        weight_(weight),
        words_(state_words) {}

  [[nodiscard]] std::size_t width() const override { return rollouts_ ? rollouts_->width() : 1; }
  [[nodiscard]] std::uint32_t playouts_per_leaf() const override {
    return rollouts_ ? rollouts_->playouts_per_leaf() : 1;
  }

  void play(std::span<const std::uint64_t> leaves, std::span<float> values,
            const std::atomic<bool>* stop) override {
    if (rollouts_) rollouts_->play(leaves, values, stop);
    for (std::size_t leaf = 0; leaf * words_ < leaves.size(); ++leaf) {
      const double logit = evaluation_->value(leaves.subspan(leaf * words_, words_));
      const float first = 1.0F / (1.0F + std::exp(static_cast<float>(-logit)));
      mix(values[2 * leaf], first);
      mix(values[2 * leaf + 1], 1.0F - first);
    }
  }

  void balance(double tree_seconds) override {
    if (rollouts_) rollouts_->balance(tree_seconds);
  }

  [[nodiscard]] StateView last_state() const override {
    return rollouts_ ? rollouts_->last_state() : StateView();
  }

 private:
  /// Keeps NaN: the leaf was not played.
  void mix(float& value, float evaluated) const {
    value = rollouts_ ? value + weight_ * (evaluated - value) : evaluated;
  }

  std::unique_ptr<Rollouts> rollouts_;
  std::unique_ptr<Evaluation> evaluation_;
  float weight_;
  std::size_t words_;
};

}  // namespace

RolloutFactory evaluated_rollouts(RolloutFactory rollouts, EvaluationFactory evaluation,
                                  float weight, std::size_t state_words) {
  return [=](unsigned number) -> std::unique_ptr<Rollouts> {
    return std::make_unique<EvaluatedRollouts>(weight < 1 ? rollouts(number) : nullptr,
                                               evaluation(), weight, state_words);
  };
}

}  // namespace tesuji::runtime
