// Implements a small network of dense layers: tanh between them, linear at the end.
//
// Backpropagation computes gradients of half the squared error; steps are RMSProp's (Tieleman and
// Hinton 2012), with weight decay.
#pragma once

#include "runtime/host/memory/rng.h"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace tesuji::learner {

class DenseNetwork {
 public:
  using Matrix = Eigen::MatrixXd;
  using Vector = Eigen::VectorXd;

  struct Layer {
    Matrix weights;  ///< outputs x inputs
    Vector bias;
  };

  /// `sizes`: inputs, units of each hidden layer, outputs; at least two. Weights are uniform within
  /// sqrt(6 / (inputs + outputs)) of a layer (Glorot and Bengio 2010).
  DenseNetwork(const std::vector<Eigen::Index>& sizes, runtime::Rng& random);

  [[nodiscard]] Eigen::Index inputs() const { return layers_.front().weights.cols(); }
  [[nodiscard]] Eigen::Index outputs() const { return layers_.back().weights.rows(); }

  /// Returns outputs x columns for `input`, which is inputs() x any number of columns.
  [[nodiscard]] Matrix forward(const Matrix& input) const;

  /// Returns the gradient of half the sum of squares of `error` (outputs x columns) =
  /// forward(input) - target, by layer. An element of `error` that is 0 stands for an output
  /// without a target.
  [[nodiscard]] std::vector<Layer> gradient(const Matrix& input, const Matrix& error) const;

  /// Adds `count` outputs, with weights as in a new network.
  void add_outputs(Eigen::Index count, runtime::Rng& random);

  /// Sets this to this + share (other - this); both must have the same sizes.
  void approach(const DenseNetwork& other, double share);

  [[nodiscard]] std::vector<Layer>& layers() { return layers_; }
  [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }

 private:
  std::vector<Layer> layers_;
};

struct RmsPropOptions {
  double rate = 0.001;
  double decay = 0.9;          ///< of the mean of squares
  double weight_decay = 0.01;  ///< this times the weights is added to their gradient
  double clip = 5;             ///< greatest norm of the gradient
};

/// Makes steps for one network.
class RmsProp {
 public:
  explicit RmsProp(RmsPropOptions options) : options_(options) {}
  void step(DenseNetwork& network, std::vector<DenseNetwork::Layer> gradient);

 private:
  RmsPropOptions options_;
  std::vector<DenseNetwork::Layer> squares_;
};

}  // namespace tesuji::learner
