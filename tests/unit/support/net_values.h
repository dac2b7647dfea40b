// Test support: what a net's signals are, by their definition.
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
#include <vector>

namespace tesuji::tests {

/// In the state of these fluents where these moves are made: bits by position in Net::fluents and
/// Net::moves.
inline bool holds(const ir::Net& net, ir::Signal signal, std::uint32_t state, std::uint32_t made) {
  std::vector<bool> values;
  for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
    bool result = false;
    switch (net.nodes[node].kind) {
      case ir::NetNode::Kind::constant:
        break;
      case ir::NetNode::Kind::fluent:
        result = (state >> net.nodes[node].first & 1U) != 0;
        break;
      case ir::NetNode::Kind::move:
        result = (made >> net.nodes[node].first & 1U) != 0;
        break;
      case ir::NetNode::Kind::conjunction:
        result = true;
        for (const ir::Signal input : net.inputs_of(node)) {
          result = result && values[ir::node_of(input)] != ir::is_complemented(input);
        }
        break;
    }
    values.push_back(result);
  }
  return values[ir::node_of(signal)] != ir::is_complemented(signal);
}

}  // namespace tesuji::tests
