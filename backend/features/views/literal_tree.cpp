#include "backend/features/views/literal_tree.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tesuji::views {
namespace {

using slices::Instruction;
using Code = Instruction::Code;

class Reading {
 public:
  explicit Reading(const slices::SlicedProgram& program)
      : program_(program), kept_(program.slots, no_target), found_(program.found) {
    tree_.slots = program.slots;
    tree_.always = tree_.slots++;
    tree_.literals.push_back({0, tree_.always, false, no_target});
    masks_.resize(std::max<std::size_t>(program.depth, 1));
  }

  LiteralTree read() {
    for (const Instruction& one : program_.code) read(one);
    for (std::uint32_t part = 0; part < program_.parts.size(); ++part) {
      std::uint32_t base = 0;
      for (const slices::Slot slot : program_.parts[part].slots) {
        if (slot == ~slices::Slot{0}) {
          ++base;
        } else {
          add(0, reads(slot), false, counter_mark | part);
        }
      }
      tree_.bases.push_back(base);
    }
    tree_.is_input.resize(tree_.slots);
    for (const slices::Input& input : program_.inputs) {
      tree_.is_input[input.slot] = true;
      tree_.inputs.push_back(input.slot);
    }
    return std::move(tree_);
  }

 private:
  void read(const Instruction& one) {
    const auto before = [&] { return masks_[one.depth - std::size_t{1}]; };
    NodeId& mask = masks_[one.depth];
    switch (one.code) {
      case Code::join:
        mask = add(before(), reads(one.slot), false, no_target);
        break;
      case Code::exclude:
        mask = add(before(), reads(one.slot), true, no_target);
        break;
      case Code::add:
        add(mask, tree_.always, false, one.slot);
        break;
      case Code::join_add:
        add(before(), reads(one.slot), false, one.skip);
        break;
      case Code::tally:
        add(mask, tree_.always, false, counter_);
        break;
      case Code::join_tally:
        add(before(), reads(one.slot), false, counter_);
        break;
      case Code::open:
        // The found accumulator does not depend on the outer mask; `close` applies that.
        mask = 0;
        found_[one.other] = tree_.slots++;
        break;
      case Code::found:
        add(mask, tree_.always, false, found_[one.other]);
        break;
      case Code::join_found:
        add(before(), reads(one.slot), false, found_[one.other]);
        break;
      case Code::close:
        mask = add(before(), found_[one.other], false, no_target);
        break;
      case Code::keep:
        kept_[one.slot] = found_[one.other];
        break;
      case Code::count:
        counter_ = counter_mark | one.slot;
        break;
      case Code::repeat:
      case Code::until_same:
      case Code::end_count:
        break;
    }
  }

  NodeId add(NodeId parent, Slot slot, bool negated, Target target) {
    tree_.literals.push_back({parent, slot, negated, target});
    return static_cast<NodeId>(tree_.literals.size() - 1);
  }

  /// Returns the accumulator for a cached answer, any other slot unchanged.
  [[nodiscard]] Slot reads(Slot slot) const {
    return kept_[slot] == no_target ? slot : kept_[slot];
  }

  const slices::SlicedProgram& program_;
  LiteralTree tree_;
  std::vector<Slot> kept_;     ///< by slot of the program: the accumulator that it caches
  std::vector<Slot> found_;    ///< by accumulator: its slot
  std::vector<NodeId> masks_;  ///< by depth
  Target counter_ = no_target;
};

}  // namespace

LastLiterals last_literals(const LiteralTree& tree) {
  LastLiterals result;
  result.begins.resize(std::size_t{tree.slots} + 1);
  for (const Literal& one : tree.literals) {
    if (one.target < counter_mark) ++result.begins[one.target + std::size_t{1}];
  }
  std::partial_sum(result.begins.begin(), result.begins.end(), result.begins.begin());
  result.literals.resize(result.begins.back());
  std::vector<std::uint32_t> next(result.begins);
  for (NodeId node = 1; node < tree.literals.size(); ++node) {
    const Target target = tree.literals[node].target;
    if (target < counter_mark) result.literals[next[target]++] = node;
  }
  return result;
}

LiteralTree make_literal_tree(const slices::SlicedProgram& program) {
  return Reading(program).read();
}

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
