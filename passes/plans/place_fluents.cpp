#include "passes/plans/place_fluents.h"

namespace tesuji::passes {

ir::Net place_fluents(const ir::Net& net, std::span<const std::uint32_t> places,
                      std::size_t count) {
  ir::Net result = net;
  result.fluents.assign(count, {});
  for (std::size_t i = 0; i < places.size(); ++i) result.fluents[places[i]] = net.fluents[i];
  for (ir::NetNode& node : result.nodes) {
    if (node.kind == ir::NetNode::Kind::fluent) node.first = places[node.first];
  }
  return result;
}

}  // namespace tesuji::passes
