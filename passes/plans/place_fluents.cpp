#include "passes/plans/place_fluents.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace tesuji::passes {

ir::Net place_fluents(const ir::Net& net, std::span<const std::uint32_t> places,
                      std::size_t count) {
  ir::Net result = net;
  result.fluents.assign(count, {});
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != ir::no_fluent) result.fluents[places[i]] = net.fluents[i];
  }
  // Passes may have left unread nodes of removed fluents that never held: they become nodes of
  // another fluent that never holds, or constants.
  std::vector<bool> used(count, false);
  for (const std::uint32_t place : places) {
    if (place != ir::no_fluent) used[place] = true;
  }
  const auto unused =
      static_cast<std::size_t>(std::find(used.begin(), used.end(), false) - used.begin());
  for (ir::NetNode& node : result.nodes) {
    if (node.kind != ir::NetNode::Kind::fluent) continue;
    node.first = places[node.first];
    if (node.first != ir::no_fluent) continue;
    if (unused < count) {
      node.first = static_cast<std::uint32_t>(unused);
      continue;
    }
    node = {ir::NetNode::Kind::conjunction, static_cast<std::uint32_t>(result.inputs.size()), 2};
    result.inputs.insert(result.inputs.end(), 2, ir::false_signal);
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
