// Propagates values of some inputs through a net, gate by gate, along the gates that use a node.
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::passes {

// --- Uses of nodes

/// Finds the gates of a net that use a node.
class NetUses {
 public:
  explicit NetUses(const ir::Net& net);

  /// Returns the gates that have the node as an input, as signals: complemented if the input is.
  [[nodiscard]] std::span<const ir::Signal> of(ir::NodeId node) const {
    return {uses_.data() + first_[node], first_[node + 1] - first_[node]};
  }

 private:
  std::vector<std::uint32_t> first_;  ///< by node, and a last entry: positions in uses_
  std::vector<ir::Signal> uses_;
};

// --- Implications

/// Concludes that a conjunction is false once one of its inputs is, and true once all are; nothing
/// else. So a value that is found holds for any values of the other inputs, but some implied values
/// are missed. Takes time proportional to the uses of nodes that get a value.
class NetImplications {
 public:
  explicit NetImplications(const ir::Net& net);

  /// Assigns a value to a fluent or move without one, and propagates it.
  void assume(ir::NodeId input, bool value);
  [[nodiscard]] std::optional<bool> value(ir::Signal signal) const;
  /// Returns the nodes whose values follow from the assumptions.
  [[nodiscard]] const std::vector<ir::NodeId>& known() const { return known_; }
  /// Retracts all assumptions.
  void forget();

 private:
  enum class Value : std::uint8_t { open, no, yes };

  void set(ir::NodeId node, bool value);
  void conclude();
  [[nodiscard]] static bool holds(ir::Signal signal, Value node) {
    return (node == Value::yes) != ir::is_complemented(signal);
  }

  NetUses uses_;
  std::vector<Value> values_;           ///< by node
  std::vector<std::uint32_t> missing_;  ///< by gate: number of inputs not known to hold
  std::vector<ir::NodeId> known_;       ///< in the order of their assignment
  std::size_t concluded_ = 0;           ///< number of these whose uses have been updated
};

}  // namespace tesuji::passes
