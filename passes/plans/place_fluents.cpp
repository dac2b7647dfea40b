#include "passes/plans/place_fluents.h"

#include <algorithm>
#include <memory>

namespace tesuji::passes {

ir::Net place_fluents(const ir::Net& net, std::span<const std::uint32_t> places,
                      std::size_t count) {
  ir::Net result = net;
  result.fluents.assign(count, {});
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != ir::no_fluent) result.fluents[places[i]] = net.fluents[i];
  }
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
  for (std::size_t i = 0; i < boards.next.size(); ++i) {
    if (places[i] != ir::no_fluent) placed.next[places[i]] = boards.next[i];
  }
  return placed;
}

ir::NetCases place_fluents(const ir::NetCases& cases, std::span<const std::uint32_t> places,
                           std::size_t count) {
  const auto place = [&](std::shared_ptr<const ir::Bitboards>& boards) {
    if (boards == nullptr) return;
    boards = std::make_shared<const ir::Bitboards>(place_fluents(*boards, places, count));
  };
  ir::NetCases placed = cases;
  place(placed.boards);
  for (ir::NetCase& one : placed.cases) {
    one.fluent = places[one.fluent];
    one.net = place_fluents(one.net, places, count);
    place(one.boards);
  }
  std::sort(placed.cases.begin(), placed.cases.end(),
            [](const ir::NetCase& a, const ir::NetCase& b) { return a.fluent < b.fluent; });
  return placed;
}

}  // namespace tesuji::passes
