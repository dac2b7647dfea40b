// Implements deep Q-learning: Q-learning with a network for the values, trained on remembered
// moves.
//
// The network reads a state's bits, one for each fluent, and has an output for each move of the
// learner. After each move it trains on a batch of remembered moves; their targets come from a
// second network that follows slowly. Exploration decreases linearly.
//
// Sources: Mnih et al. (2015), "Human-level control through deep reinforcement learning";
// parameters as in Muggleton and Hocquette (2019), "Materials and Methods", where given, and
// otherwise as in DeepQOptions.
#pragma once

#include "learner/arena/learner.h"
#include "learner/rivals/dense_network.h"
#include "learner/rivals/q_table.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

struct DeepQOptions {
  double discount = 0.8;
  double regularisation = 0.01;  ///< weight decay
  double target_rate = 0.01;     ///< fraction by which the second network approaches the first,
                                 ///< after each batch
  double first_exploration = 0.6;
  double last_exploration = 0.1;
  // Not published:
  std::uint64_t exploring_moves = 1000;  ///< until exploration has reached its last value
  double rate = 0.001;                   ///< of RMSProp
  std::vector<Eigen::Index> hidden{100};
  std::size_t batch = 32;
  std::size_t memory = 10'000;  ///< moves that are remembered
  Rewards rewards{1, 0.5, -1};
};

class DeepQ final : public Learner {
 public:
  /// The space must outlive it. `seed`: for weights and batches.
  DeepQ(runtime::StateSpace& space, DeepQOptions options, std::uint64_t seed);

  void begin_game(bool testing) override { testing_ = testing; }
  [[nodiscard]] Choice choose(runtime::Node& node, runtime::Rng& random) override;
  void finish(const PlayedGame& game, runtime::Role learner) override;

 private:
  using Matrix = DenseNetwork::Matrix;
  struct Remembered {
    runtime::Node* node = nullptr;
    Eigen::Index output = 0;
    runtime::Node* next = nullptr;  ///< the learner's next state; null: the game ended
    double reward = 0;
  };

  [[nodiscard]] const std::vector<Eigen::Index>& outputs_of(const runtime::Node& node);
  void read(const runtime::Node& node, Matrix& inputs, Eigen::Index column) const;
  void remember(const Remembered& move);
  void train();

  runtime::StateSpace& space_;
  DeepQOptions options_;
  runtime::Rng random_;
  DenseNetwork network_;
  DenseNetwork target_;
  RmsProp optimiser_;
  std::unordered_map<std::uint32_t, std::vector<Eigen::Index>> outputs_;  ///< by node, by edge
  std::unordered_map<std::uint32_t, Eigen::Index> numbers_;               ///< by move
  std::vector<Remembered> memory_;
  std::size_t oldest_ = 0;
  std::uint64_t moves_ = 0;
  bool testing_ = false;
};

}  // namespace tesuji::learner
