// Finds the gates of a net that use a node.
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::passes {

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

}  // namespace tesuji::passes
