// Numbers of a state for evaluation functions, and their weighted sum.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/search/alpha_beta.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// Computes a fixed number of features of one state after the other. Not thread-safe.
class StateFeatures {
 public:
  virtual ~StateFeatures() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// `values`: size() elements.
  virtual void compute(StateView state, std::span<std::uint16_t> values) = 0;
};

/// An affine function of features. Its value is to role 0.
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
