#include "learner/rivals/dense_network.h"

#include "learner/rivals/greedy.h"

#include <cmath>

namespace tesuji::learner {

namespace {

using Matrix = DenseNetwork::Matrix;
using Layer = DenseNetwork::Layer;

Matrix random_weights(Eigen::Index rows, Eigen::Index columns, double bound, runtime::Rng& random) {
  Matrix weights(rows, columns);
  for (Eigen::Index row = 0; row < rows; ++row) {
    for (Eigen::Index column = 0; column < columns; ++column) {
      weights(row, column) = bound * (2 * uniform(random) - 1);
    }
  }
  return weights;
}

double bound_of(Eigen::Index inputs, Eigen::Index outputs) {
  return std::sqrt(6.0 / static_cast<double>(inputs + outputs));
}

Matrix linear(const Layer& layer, const Matrix& input) {
  return (layer.weights * input).colwise() + layer.bias;
}

}  // namespace

DenseNetwork::DenseNetwork(const std::vector<Eigen::Index>& sizes, runtime::Rng& random) {
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
    layers_.push_back(
        {random_weights(sizes[i + 1], sizes[i], bound_of(sizes[i], sizes[i + 1]), random),
         Vector::Zero(sizes[i + 1])});
  }
}

Matrix DenseNetwork::forward(const Matrix& input) const {
  Matrix values = input;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    values = linear(layers_[i], values);
    if (i + 1 < layers_.size()) values = values.array().tanh().matrix();
  }
  return values;
}

std::vector<Layer> DenseNetwork::gradient(const Matrix& input, const Matrix& error) const {
  std::vector<Matrix> values{input};  // the input of each layer
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    values.push_back(linear(layers_[i], values.back()).array().tanh().matrix());
  }
  std::vector<Layer> result(layers_.size());
  Matrix delta = error;
  for (std::size_t i = layers_.size(); i-- > 0;) {
    result[i] = {delta * values[i].transpose(), delta.rowwise().sum()};
    if (i == 0) break;
    // tanh' = 1 - tanh^2
    delta = ((layers_[i].weights.transpose() * delta).array() * (1 - values[i].array().square()))
                .matrix();
  }
  return result;
}

void DenseNetwork::add_outputs(Eigen::Index count, runtime::Rng& random) {
  Layer& last = layers_.back();
  const Eigen::Index before = last.weights.rows();
  const Eigen::Index inputs = last.weights.cols();
  const double bound = bound_of(inputs, before + count);
  last.weights.conservativeResize(before + count, Eigen::NoChange);
  last.bias.conservativeResize(before + count);
  last.weights.bottomRows(count) = random_weights(count, inputs, bound, random);
  last.bias.tail(count).setZero();
}

void DenseNetwork::approach(const DenseNetwork& other, double share) {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    layers_[i].weights += share * (other.layers_[i].weights - layers_[i].weights);
    layers_[i].bias += share * (other.layers_[i].bias - layers_[i].bias);
  }
}

void RmsProp::step(DenseNetwork& network, std::vector<Layer> gradient) {
  std::vector<Layer>& layers = network.layers();
  double norm = 0;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    gradient[i].weights += options_.weight_decay * layers[i].weights;
    norm += gradient[i].weights.squaredNorm() + gradient[i].bias.squaredNorm();
  }
  norm = std::sqrt(norm);
  const double scale = norm > options_.clip ? options_.clip / norm : 1;
  squares_.resize(layers.size());
  constexpr double tiny = 1e-8;
  const auto follow = [&](auto& parameter, const auto& slope, auto& squares) {
    using Parameter = std::decay_t<decltype(parameter)>;
    // Outputs may have been added since.
    const Eigen::Index rows = squares.rows();
    if (rows < parameter.rows()) {
      Parameter larger = Parameter::Zero(parameter.rows(), parameter.cols());
      if (rows > 0) larger.topRows(rows) = squares;
      squares = larger;
    }
    squares =
        options_.decay * squares.array() + (1 - options_.decay) * (scale * slope).array().square();
    parameter.array() -= options_.rate * scale * slope.array() / (squares.array().sqrt() + tiny);
  };
  for (std::size_t i = 0; i < layers.size(); ++i) {
    follow(layers[i].weights, gradient[i].weights, squares_[i].weights);
    follow(layers[i].bias, gradient[i].bias, squares_[i].bias);
  }
}

}  // namespace tesuji::learner
