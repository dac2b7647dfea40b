#include "backend/features/views/slot_order.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace tesuji::views {

namespace {

/// Returns the strongly connected components of slots and, after them, literals; components on
/// which another depends have lower numbers.
std::vector<std::uint32_t> components(const LiteralTree& tree, const LastLiterals& last) {
  using Graph =
      boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                         boost::no_property, std::uint32_t, std::uint32_t>;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // by source
  edges.reserve(3 * tree.literals.size());
  for (Slot slot = 0; slot < tree.slots; ++slot) {
    for (const NodeId node : last.of(slot)) edges.emplace_back(slot, tree.slots + node);
  }
  for (NodeId node = 1; node < tree.literals.size(); ++node) {
    const Literal& literal = tree.literals[node];
    edges.emplace_back(tree.slots + node, literal.slot);
    if (literal.parent != 0) edges.emplace_back(tree.slots + node, tree.slots + literal.parent);
  }
  const Graph graph(boost::edges_are_sorted, edges.begin(), edges.end(),
                    static_cast<std::uint32_t>(tree.slots + tree.literals.size()));
  std::vector<std::uint32_t> component(tree.slots + tree.literals.size());
  boost::strong_components(graph, boost::make_iterator_property_map(
                                      component.begin(), boost::get(boost::vertex_index, graph)));
  return component;
}

}  // namespace

SlotOrder order_slots(const LiteralTree& tree, const LastLiterals& last) {
  const std::vector<std::uint32_t> component = components(tree, last);
  SlotOrder order;
  order.slots.resize(tree.slots);
  std::iota(order.slots.begin(), order.slots.end(), Slot{0});
  std::stable_sort(order.slots.begin(), order.slots.end(),
                   [&](Slot a, Slot b) { return component[a] < component[b]; });
  // A slot that depends on itself is in one component with a literal.
  std::vector<bool> has_literal(component.size());
  for (std::size_t v = tree.slots; v < component.size(); ++v) has_literal[component[v]] = true;
  for (Slot begin = 0; begin < tree.slots;) {
    const std::uint32_t of = component[order.slots[begin]];
    Slot end = begin + 1;
    while (end < tree.slots && component[order.slots[end]] == of) ++end;
    if (has_literal[of]) order.cycles.push_back({begin, end});
    begin = end;
  }
  return order;
}

}  // namespace tesuji::views
