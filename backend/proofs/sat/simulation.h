// Computes a net's states in sequence, without a solver: of one play, or of 64 random games at a
// time.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace tesuji::sat {

/// By position in Net::fluents.
using NetState = std::vector<bool>;
/// By role: a position in Net::moves, or ir::no_id for no move.
using NetMoves = std::vector<std::uint32_t>;

/// Evaluates one net, which must outlive it. For one thread.
class Simulation {
 public:
  explicit Simulation(const ir::Net& net) : net_(net), values_(net.nodes.size()) {}

  /// Computes all nodes for a state and the moves made in it.
  void evaluate(const NetState& state, const NetMoves& moves);
  /// Returns the signal's value in the last evaluation.
  [[nodiscard]] bool value(ir::Signal signal) const {
    return values_[ir::node_of(signal)] != ir::is_complemented(signal);
  }
  [[nodiscard]] NetState next() const;
  [[nodiscard]] NetState initial() const;

 private:
  const ir::Net& net_;
  std::vector<bool> values_;  ///< by node
};

/// Plays a game in each bit of a word: the states, the moves made in them, and all nodes of the
/// net. `net` must answer legal moves, next states and terminal, and outlive this. For one thread.
class SampledPlays {
 public:
  SampledPlays(const ir::Net& net, std::size_t roles, std::uint64_t seed);

  /// Makes a random legal move in every game that is not over, restarts the others, and evaluates
  /// the net in the new states with new moves.
  void step();

  /// Returns the signal in the current states with the moves made in them.
  [[nodiscard]] std::uint64_t value(ir::Signal signal) const {
    return nodes_[ir::node_of(signal)] ^ (ir::is_complemented(signal) ? ~std::uint64_t{0} : 0);
  }
  /// Returns the games in which moves are made: non-terminal ones in which each role has a legal
  /// move.
  [[nodiscard]] std::uint64_t moving() const { return moving_; }

 private:
  void evaluate();
  void choose_moves();

  const ir::Net& net_;
  std::size_t roles_;
  std::mt19937_64 random_;
  std::vector<std::uint64_t> state_;  ///< by fluent
  std::vector<std::uint64_t> moves_;  ///< by move
  std::vector<std::uint64_t> nodes_;
  std::uint64_t moving_ = 0;
};

/// Returns the number of steps that take about as long as evaluating `nodes` nodes.
[[nodiscard]] std::size_t steps_for(const ir::Net& net, std::uint64_t nodes);

}  // namespace tesuji::sat
