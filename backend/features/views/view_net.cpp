#include "backend/features/views/view_net.h"

#include "backend/features/views/simplify.h"

#include <utility>

namespace tesuji::views {

namespace {

/// Whether the conjunction consists of one slot only.
bool is_copy(const Literal& one, Slot always) {
  return one.parent == 0 && one.target != no_target && !one.negated && one.slot != always;
}

class Builder {
 public:
  Builder(const slices::SlicedProgram& program, LiteralTree tree)
      : program_(program), tree_(std::move(tree)) {}

  ViewNet build() {
    place_counters();
    place_slots();
    place_nodes();
    place_readers();
    return std::move(net_);
  }

 private:
  void place_counters() {
    net_.bases = tree_.bases;
    net_.features_of.resize(program_.parts.size());
    for (std::uint32_t feature = 0; feature < program_.features.size(); ++feature) {
      net_.counters.push_back(program_.features[feature].parts);
      for (const std::uint32_t part : net_.counters.back()) net_.features_of[part].push_back(feature);
    }
  }

  /// Places counters after slots.
  void place_slots() {
    net_.slots = tree_.slots;
    net_.always = tree_.always;
    for (Literal& one : tree_.literals) {
      if (one.target == no_target || one.target < counter_mark) continue;
      one.target = net_.slots + (one.target & ~counter_mark);
    }
    for (std::size_t i = 0; i < program_.inputs.size(); ++i) {
      const std::size_t bit = program_.inputs[i].bit;
      if (net_.inputs.size() <= bit) net_.inputs.resize(bit + 1, no_input);
      net_.inputs[bit] = tree_.inputs[i];
    }
  }

  /// Places nodes depth first, children of one parent in their original order.
  void place_nodes() {
    const std::vector<Literal>& literals = tree_.literals;
    std::vector<std::uint32_t> sizes(literals.size(), 1);
    for (std::size_t i = literals.size() - 1; i > 0; --i) {
      if (is_copy(literals[i], net_.always)) {
        sizes[i] = 0;
      } else {
        sizes[literals[i].parent] += sizes[i];
      }
    }
    net_.nodes.resize(sizes[0]);
    net_.nodes[0] = {0, 0, net_.always, sizes[0]};
    places_.resize(literals.size());
    std::vector<NodeId> next(literals.size());  // place of the node's next child
    next[0] = 1;
    for (NodeId i = 1; i < literals.size(); ++i) {
      const Literal& one = literals[i];
      if (sizes[i] == 0) continue;
      const NodeId place = next[one.parent];
      places_[i] = place;
      next[one.parent] += sizes[i];
      next[i] = place + 1;
      const bool last = one.target != no_target;
      net_.nodes[place] = {one.negated, last, one.slot, last ? one.target : place + sizes[i]};
    }
  }

  void place_readers() {
    const auto each = [&](const auto& copy, const auto& reader) {
      for (NodeId i = 1; i < tree_.literals.size(); ++i) {
        const Literal& one = tree_.literals[i];
        if (one.slot == net_.always) continue;
        if (is_copy(one, net_.always)) {
          copy(one);
        } else {
          reader(one, places_[i]);
        }
      }
    };
    net_.readers_of.resize(std::size_t{net_.slots} + 1);
    each([&](const Literal& one) { ++net_.readers_of[one.slot + 1].copies; },
         [&](const Literal& one, NodeId) { ++net_.readers_of[one.slot + 1].readers; });
    for (Slot slot = 0; slot < net_.slots; ++slot) {
      net_.readers_of[slot + 1].copies += net_.readers_of[slot].copies;
      net_.readers_of[slot + 1].readers += net_.readers_of[slot].readers;
    }
    net_.copies.resize(net_.readers_of.back().copies);
    net_.readers.resize(net_.readers_of.back().readers);
    std::vector<SlotReaders> next(net_.readers_of);
    each([&](const Literal& one) { net_.copies[next[one.slot].copies++] = one.target; },
         [&](const Literal& one, NodeId node) {
           net_.readers[next[one.slot].readers++] = {one.negated, places_[one.parent], node};
         });
  }

  const slices::SlicedProgram& program_;
  LiteralTree tree_;
  std::vector<NodeId> places_;  ///< by literal: its node
  ViewNet net_;
};

}  // namespace

ViewNet make_view_net(const slices::SlicedProgram& program) {
  LiteralTree tree = make_literal_tree(program);
  std::vector<Cycle> cycles = simplify(tree);
  ViewNet net = Builder(program, std::move(tree)).build();
  net.cycles = std::move(cycles);
  return net;
}

}  // namespace tesuji::views
