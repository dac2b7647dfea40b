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

ir::Bitboards place_fluents(const ir::Bitboards& boards, std::span<const std::uint32_t> places,
                            std::size_t count) {
  ir::Bitboards placed = boards;
  for (std::vector<std::uint32_t>& input : placed.inputs) {
    for (std::uint32_t& fluent : input) {
      if (fluent != ir::no_fluent) fluent = places[fluent];
    }
  }
  for (ir::BoardWord& word : placed.words) {
    if (word.kind == ir::BoardWord::Kind::fluent) word.bits = places[word.bits];
  }
  if (boards.next.empty()) return placed;
  placed.next.assign(count, {});
  for (std::size_t i = 0; i < boards.next.size(); ++i) placed.next[places[i]] = boards.next[i];
  return placed;
}

}  // namespace tesuji::passes
