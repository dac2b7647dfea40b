// Computes what follows in a net from the values of some inputs, gate by gate from these on.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/net_uses.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// A conjunction is false once one of its inputs is, and true once all are; nothing else is
/// concluded. So what has a value has it whatever the other inputs are, but not the reverse.
/// Time is proportional to the uses of nodes that get a value.
class NetImplications {
 public:
  explicit NetImplications(const ir::Net& net);

  /// Gives a fluent or move that has no value yet one, and concludes.
  void assume(ir::NodeId input, bool value);
  [[nodiscard]] std::optional<bool> value(ir::Signal signal) const;
  /// Nodes that have a value by what was assumed.
  [[nodiscard]] const std::vector<ir::NodeId>& known() const { return known_; }
  /// Takes back all that was assumed.
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
  std::vector<std::uint32_t> missing_;  ///< by gate: inputs that are not known to hold
  std::vector<ir::NodeId> known_;       ///< in the order in which they got their values
  std::size_t concluded_ = 0;           ///< of these, those whose uses have been looked at
};

}  // namespace tesuji::passes
