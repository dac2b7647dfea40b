#include "learner/rivals/deep_q.h"

#include "learner/rivals/greedy.h"
#include "runtime/host/memory/word_bits.h"

#include <algorithm>

namespace tesuji::learner {

using runtime::Node;

namespace {

std::vector<Eigen::Index> sizes_of(const runtime::StateSpace& space, const DeepQOptions& options) {
  const auto words = static_cast<Eigen::Index>(space.game().state_words());
  std::vector<Eigen::Index> sizes{runtime::word_bits * words};
  sizes.insert(sizes.end(), options.hidden.begin(), options.hidden.end());
  sizes.push_back(0);
  return sizes;
}

}  // namespace

DeepQ::DeepQ(runtime::StateSpace& space, DeepQOptions options, std::uint64_t seed)
    : space_(space),
      options_(std::move(options)),
      random_(seed, ~std::uint64_t{0}),  // no game has this number
      network_(sizes_of(space, options_), random_),
      target_(network_),
      optimiser_({options_.rate, 0.9, options_.regularisation, 5}) {}

const std::vector<Eigen::Index>& DeepQ::outputs_of(const Node& node) {
  std::vector<Eigen::Index>& outputs = outputs_[node.number];
  if (!outputs.empty()) return outputs;
  for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
    const auto next = static_cast<Eigen::Index>(numbers_.size());
    outputs.push_back(numbers_.emplace(node.edges[edge].move, next).first->second);
  }
  const Eigen::Index added = static_cast<Eigen::Index>(numbers_.size()) - network_.outputs();
  if (added > 0) {
    network_.add_outputs(added, random_);
    // The second network gets the same weights: it lags only in what is learned later.
    target_.layers().back().weights.conservativeResize(network_.outputs(), Eigen::NoChange);
    target_.layers().back().bias.conservativeResize(network_.outputs());
    target_.layers().back().weights.bottomRows(added) =
        network_.layers().back().weights.bottomRows(added);
    target_.layers().back().bias.tail(added) = network_.layers().back().bias.tail(added);
  }
  return outputs;
}

void DeepQ::read(const Node& node, Matrix& inputs, Eigen::Index column) const {
  const runtime::StateView state = space_.state(node);
  for (std::size_t word = 0; word < state.size(); ++word) {
    for (Eigen::Index bit = 0; bit < runtime::word_bits; ++bit) {
      inputs(static_cast<Eigen::Index>(word) * runtime::word_bits + bit, column) =
          static_cast<double>((state[word] >> bit) & 1);
    }
  }
}

Learner::Choice DeepQ::choose(Node& node, runtime::Rng& random) {
  const double progress =
      std::min(1.0, static_cast<double>(moves_) / static_cast<double>(options_.exploring_moves));
  const double exploration = options_.first_exploration +
                             progress * (options_.last_exploration - options_.first_exploration);
  const std::vector<Eigen::Index>& outputs = outputs_of(node);
  Matrix input(network_.inputs(), 1);
  read(node, input, 0);
  const Matrix values = network_.forward(input);
  std::vector<double> by_edge;
  for (const Eigen::Index output : outputs) by_edge.push_back(values(output, 0));
  return greedy(by_edge, testing_ ? 0 : exploration, random);
}

void DeepQ::finish(const PlayedGame& game, runtime::Role learner) {
  std::size_t move = own_move(game, learner, 0);
  while (move < game.edges.size()) {
    const std::size_t following = own_move(game, learner, move + 1);
    Node& node = *game.boards[move];
    const bool ends = following >= game.edges.size();
    remember({&node, outputs_of(node)[game.edges[move]], ends ? nullptr : game.boards[following],
              ends ? options_.rewards.of(game.outcome) : 0});
    train();
    ++moves_;
    move = following;
  }
}

void DeepQ::remember(const Remembered& move) {
  if (memory_.size() < options_.memory) {
    memory_.push_back(move);
    return;
  }
  memory_[oldest_] = move;
  oldest_ = (oldest_ + 1) % memory_.size();
}

void DeepQ::train() {
  if (memory_.size() < options_.batch) return;
  const auto columns = static_cast<Eigen::Index>(options_.batch);
  std::vector<const Remembered*> batch;
  Matrix inputs(network_.inputs(), columns);
  Matrix following = Matrix::Zero(network_.inputs(), columns);
  for (Eigen::Index column = 0; column < columns; ++column) {
    const Remembered& move = memory_[random_.below(memory_.size())];
    batch.push_back(&move);
    read(*move.node, inputs, column);
    if (move.next) {
      static_cast<void>(outputs_of(*move.next));
      read(*move.next, following, column);
    }
  }
  const Matrix values = network_.forward(inputs);
  const Matrix next_values = target_.forward(following);
  Matrix error = Matrix::Zero(values.rows(), columns);
  for (Eigen::Index column = 0; column < columns; ++column) {
    const Remembered& move = *batch[static_cast<std::size_t>(column)];
    double target = move.reward;
    if (move.next) {
      double best = -1e300;
      for (const Eigen::Index output : outputs_of(*move.next)) {
        best = std::max(best, next_values(output, column));
      }
      target += options_.discount * best;
    }
    error(move.output, column) =
        (values(move.output, column) - target) / static_cast<double>(columns);
  }
  optimiser_.step(network_, network_.gradient(inputs, error));
  target_.approach(network_, options_.target_rate);
}

}  // namespace tesuji::learner
