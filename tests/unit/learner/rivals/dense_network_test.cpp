// Gradients of the network of deep Q-learning beside differences of its loss.
#include "learner/rivals/dense_network.h"

#include <catch2/catch.hpp>

using namespace tesuji;
using learner::DenseNetwork;

namespace {

double loss(const DenseNetwork& network, const DenseNetwork::Matrix& input,
            const DenseNetwork::Matrix& target) {
  return 0.5 * (network.forward(input) - target).squaredNorm();
}

}  // namespace

TEST_CASE("gradients of a network are those of differences", "[learner][rivals]") {
  runtime::Rng random(7);
  DenseNetwork network({4, 6, 5, 3}, random);
  const DenseNetwork::Matrix input = DenseNetwork::Matrix::Random(4, 8);
  const DenseNetwork::Matrix target = DenseNetwork::Matrix::Random(3, 8);
  const auto gradient = network.gradient(input, network.forward(input) - target);
  constexpr double step = 1e-6;
  const auto difference = [&](double& parameter) {
    const double before = parameter;
    parameter = before + step;
    const double above = loss(network, input, target);
    parameter = before - step;
    const double below = loss(network, input, target);
    parameter = before;
    return (above - below) / (2 * step);
  };
  std::size_t compared = 0;
  for (std::size_t i = 0; i < network.layers().size(); ++i) {
    DenseNetwork::Layer& layer = network.layers()[i];
    for (Eigen::Index row = 0; row < layer.weights.rows(); ++row) {
      for (Eigen::Index column = 0; column < layer.weights.cols(); ++column) {
        CHECK(gradient[i].weights(row, column) ==
              Approx(difference(layer.weights(row, column))).margin(1e-6));
        ++compared;
      }
      CHECK(gradient[i].bias(row) == Approx(difference(layer.bias(row))).margin(1e-6));
      ++compared;
    }
  }
  CHECK(compared == 4 * 6 + 6 + 6 * 5 + 5 + 5 * 3 + 3);
}

TEST_CASE("a network learns exclusive or, also with outputs that are added", "[learner][rivals]") {
  runtime::Rng random(3);
  DenseNetwork network({2, 8, 1}, random);
  DenseNetwork::Matrix input(2, 4);
  input << 0, 0, 1, 1, 0, 1, 0, 1;
  DenseNetwork::Matrix target(2, 4);
  target << 0, 1, 1, 0, 1, 1, 1, 0;
  learner::RmsProp optimiser({0.01, 0.9, 0, 5});
  for (int i = 0; i < 50; ++i) {
    optimiser.step(network, network.gradient(input, network.forward(input) - target.topRows(1)));
  }
  network.add_outputs(1, random);
  for (int i = 0; i < 3000; ++i) {
    optimiser.step(network, network.gradient(input, network.forward(input) - target));
  }
  CHECK((network.forward(input) - target).cwiseAbs().maxCoeff() < 0.1);
}
