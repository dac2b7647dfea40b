// Builds the conjunctions of a net without duplicates, with local simplification.
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tesuji::passes {

/// By default, conjunctions with more non-move inputs are not inlined into others.
inline constexpr std::size_t most_flattened_inputs = 8;

class NetBuilder {
 public:
  explicit NetBuilder(std::size_t most_flattened = most_flattened_inputs);

  [[nodiscard]] ir::Signal add_fluent(std::uint32_t position);
  /// The moves of one role must be added consecutively: exactly one of each role's moves is made.
  [[nodiscard]] ir::Signal add_move(std::uint32_t position, std::uint32_t role);

  [[nodiscard]] ir::Signal all_of(std::vector<ir::Signal> signals);
  [[nodiscard]] ir::Signal any_of(std::vector<ir::Signal> signals);

  /// Returns the disjunction of these conjunctions, with common parts factored out: ways with the
  /// same condition on the state need it once for all their moves, and vice versa.
  [[nodiscard]] ir::Signal any_way(const std::vector<std::vector<ir::Signal>>& ways);

  [[nodiscard]] std::size_t size() const { return net_.nodes.size(); }
  /// Returns the net so far. Signals keep their values.
  [[nodiscard]] ir::Net& net() { return net_; }

 private:
  struct Group {
    ir::NodeId first = 0;
    std::uint32_t count = 0;
  };
  [[nodiscard]] bool is_choice(ir::NodeId node) const;
  bool use_groups(std::vector<ir::Signal>& signals);
  bool absorb(std::vector<ir::Signal>& signals);
  [[nodiscard]] ir::Signal intern(const std::vector<ir::Signal>& signals);

  [[nodiscard]] bool reads_moves(ir::Signal signal) const {
    return reads_moves_[ir::node_of(signal)];
  }

  std::size_t most_flattened_;
  ir::Net net_;
  std::vector<bool> reads_moves_;  ///< by node
  std::vector<Group> groups_;      ///< by role
  std::unordered_multimap<std::uint64_t, ir::NodeId> known_;
};

}  // namespace tesuji::passes
