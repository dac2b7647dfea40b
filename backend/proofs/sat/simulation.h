// Computes a net's states in sequence, without a solver.
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
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

}  // namespace tesuji::sat
