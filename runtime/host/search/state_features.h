// Computes numbers of a state for evaluation functions, by compiled code if there is some, and
// their weighted sum.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/search/evaluation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// Computes all features. `bits`: for one state, its words, and `stride` is ignored; for several
/// states, 32 bits for each bit of a state, one for each state, `stride` bytes from one to the
/// next. `scratch`: GoalFeatureCode::scratch_words elements for each state. `values`: for each
/// feature an element for each state.
using GoalFeatureFunction = void (*)(const void* bits, std::size_t stride, std::uint16_t* scratch,
                                     std::uint16_t* values);

/// States that GoalFeatureCode::many computes at once.
inline constexpr std::size_t feature_lanes = 32;

struct GoalFeatureCode {
  GoalFeatureFunction one = nullptr;
  GoalFeatureFunction many = nullptr;  ///< for feature_lanes states; may be null
  std::size_t scratch_words = 0;
  std::shared_ptr<const void> keep;  ///< owns the code
};

/// Computes a fixed number of features, for one state after the other. Not thread-safe.
class StateFeatures {
 public:
  virtual ~StateFeatures() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// `values`: size() elements.
  virtual void compute(StateView state, std::span<std::uint16_t> values) = 0;
};

/// Computes them by compiled code, for states that keep their fluents in bits.
class CompiledGoalFeatures final : public StateFeatures {
 public:
  CompiledGoalFeatures(GoalFeatureCode code, std::size_t size)
      : code_(std::move(code)), size_(size), scratch_(code_.scratch_words) {}

  [[nodiscard]] std::size_t size() const override { return size_; }
  void compute(StateView state, std::span<std::uint16_t> values) override {
    code_.one(state.data(), 0, scratch_.data(), values.data());
  }

 private:
  GoalFeatureCode code_;
  std::size_t size_;
  std::vector<std::uint16_t> scratch_;
};

/// An affine function of features. Its value is that to role 0.
struct FeatureSum {
  double constant = 0;
  std::vector<double> weights;  ///< by feature
};

class FeatureSumEvaluation final : public Evaluation {
 public:
  FeatureSumEvaluation(std::unique_ptr<StateFeatures> features, FeatureSum sum)
      : features_(std::move(features)), sum_(std::move(sum)), values_(features_->size()) {}

  [[nodiscard]] double value(StateView state) override {
    features_->compute(state, values_);
    double value = sum_.constant;
    for (std::size_t f = 0; f < values_.size(); ++f) value += sum_.weights[f] * values_[f];
    return value;
  }

 private:
  std::unique_ptr<StateFeatures> features_;
  FeatureSum sum_;
  std::vector<std::uint16_t> values_;
};

}  // namespace tesuji::runtime
