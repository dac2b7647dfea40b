// Propagates values of some inputs through a net, gate by gate.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/net_uses.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

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
