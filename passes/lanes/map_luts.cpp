#include "passes/lanes/map_luts.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::is_complemented;
using ir::LutOperation;
using ir::LutOutput;
using ir::LutValue;
using ir::node_of;
using ir::NodeId;
using ir::Signal;
using ir::Xag;
using ir::XagNode;
using ir::XagOutput;

constexpr std::size_t most_leaves = 3;
constexpr std::size_t kept_cuts = 8;
constexpr int exact_rounds = 2;

/// Nodes from which a node can be computed, ascending.
struct Cut {
  std::array<NodeId, most_leaves> leaves{};
  std::uint8_t size = 0;
  float area = 0;  ///< of the cone, by area flow

  [[nodiscard]] std::span<const NodeId> nodes() const { return {leaves.data(), size}; }
  friend bool operator==(const Cut& a, const Cut& b) {
    return a.size == b.size &&
           std::equal(a.leaves.begin(), a.leaves.begin() + a.size, b.leaves.begin());
  }
};

/// Merges both cuts' leaves; returns false if these are too many.
bool merge(const Cut& a, const Cut& b, Cut& merged) {
  merged.size = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size || j < b.size) {
    if (merged.size == most_leaves) return false;
    NodeId next = 0;
    if (j == b.size || (i < a.size && a.leaves[i] <= b.leaves[j])) {
      next = a.leaves[i];
      if (j < b.size && b.leaves[j] == next) ++j;
      ++i;
    } else {
      next = b.leaves[j++];
    }
    merged.leaves[merged.size++] = next;
  }
  return true;
}

class Mapper {
 public:
  explicit Mapper(const Xag& graph)
      : graph_(graph),
        cuts_(graph.nodes.size()),
        best_(graph.nodes.size(), 0),
        uses_(graph.nodes.size(), 0) {}

  void run() {
    count_fanouts();
    find_cuts();
    count_uses();
    for (int round = 0; round < exact_rounds; ++round) choose_exactly();
  }

  [[nodiscard]] bool is_used(NodeId node) const { return uses_[node] > 0; }
  [[nodiscard]] const Cut& cut_of(NodeId node) const { return cuts_[node][best_[node]]; }
  [[nodiscard]] bool is_gate(NodeId node) const {
    const XagNode::Kind kind = graph_.nodes[node].kind;
    return kind == XagNode::Kind::conjunction || kind == XagNode::Kind::exclusive_or;
  }

 private:
  void count_fanouts() {
    fanouts_.assign(graph_.nodes.size(), 0);
    for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
      if (!is_gate(node)) continue;
      ++fanouts_[node_of(graph_.nodes[node].a)];
      ++fanouts_[node_of(graph_.nodes[node].b)];
    }
    for (const XagOutput& output : graph_.outputs) ++fanouts_[node_of(output.signal)];
  }

  void find_cuts() {
    std::vector<float> flow(graph_.nodes.size(), 0);
    std::vector<Cut> found;
    for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
      if (!is_gate(node)) continue;
      found.clear();
      const std::array operands = {node_of(graph_.nodes[node].a), node_of(graph_.nodes[node].b)};
      for_cuts(operands[0], [&](const Cut& a) {
        for_cuts(operands[1], [&](const Cut& b) {
          Cut cut;
          if (!merge(a, b, cut)) return;
          if (std::find(found.begin(), found.end(), cut) != found.end()) return;
          cut.area = 1;
          for (const NodeId leaf : cut.nodes()) cut.area += flow[leaf];
          found.push_back(cut);
        });
      });
      const std::size_t kept = std::min(kept_cuts, found.size());
      std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept),
                        found.end(), [](const Cut& a, const Cut& b) {
                          return std::pair{a.area, a.size} < std::pair{b.area, b.size};
                        });
      cuts_[node].assign(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept));
      flow[node] = cuts_[node][0].area / static_cast<float>(std::max(1U, fanouts_[node]));
    }
  }

  /// Visits the node itself, then its cuts.
  template <typename Visit>
  void for_cuts(NodeId node, Visit visit) const {
    Cut self;
    self.leaves[0] = node;
    self.size = 1;
    visit(self);
    for (const Cut& cut : cuts_[node]) visit(cut);
  }

  void count_uses() {
    for (const XagOutput& output : graph_.outputs) add_use(node_of(output.signal));
  }

  /// Adds a use of the node; returns the number of additional gates. Uses an explicit stack: graphs
  /// may be deep.
  std::uint64_t add_use(NodeId root) {
    std::uint64_t added = 0;
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      if (!is_gate(node) || uses_[node]++ > 0) continue;
      ++added;
      for (const NodeId leaf : cut_of(node).nodes()) stack.push_back(leaf);
    }
    return added;
  }

  std::uint64_t remove_use(NodeId root) {
    std::uint64_t removed = 0;
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      if (!is_gate(node) || --uses_[node] > 0) continue;
      ++removed;
      for (const NodeId leaf : cut_of(node).nodes()) stack.push_back(leaf);
    }
    return removed;
  }

  /// Chooses for each used gate the cut that needs the fewest other gates.
  void choose_exactly() {
    for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
      if (!is_gate(node) || uses_[node] == 0 || cuts_[node].size() < 2) continue;
      for (const NodeId leaf : cut_of(node).nodes()) remove_use(leaf);
      std::size_t best = best_[node];
      std::uint64_t least = UINT64_MAX;
      for (std::size_t i = 0; i < cuts_[node].size(); ++i) {
        std::uint64_t added = 0;
        for (const NodeId leaf : cuts_[node][i].nodes()) added += add_use(leaf);
        for (const NodeId leaf : cuts_[node][i].nodes()) remove_use(leaf);
        if (added < least || (added == least && i == best_[node])) {
          least = added;
          best = i;
        }
      }
      best_[node] = static_cast<std::uint8_t>(best);
      for (const NodeId leaf : cut_of(node).nodes()) add_use(leaf);
    }
  }

  const Xag& graph_;
  std::vector<std::vector<Cut>> cuts_;
  std::vector<std::uint8_t> best_;   ///< by node: index of its chosen cut
  std::vector<std::uint32_t> uses_;  ///< by node: as a leaf of a used cut, or as an output
  std::vector<std::uint32_t> fanouts_;
};

/// Computes the function of a node from a cut: bits as in LutOperation.
class TableMaker {
 public:
  explicit TableMaker(const Xag& graph) : graph_(graph) {}

  std::uint8_t table(NodeId root, const Cut& cut) {
    constexpr std::array<std::uint8_t, most_leaves> variables = {0xF0, 0xCC, 0xAA};
    known_.clear();
    for (std::size_t i = 0; i < cut.size; ++i) known_[cut.leaves[i]] = variables[i];
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
      const XagNode& node = graph_.nodes[stack.back()];
      const auto a = known_.find(node_of(node.a));
      const auto b = known_.find(node_of(node.b));
      if (a == known_.end()) {
        stack.push_back(node_of(node.a));
      } else if (b == known_.end()) {
        stack.push_back(node_of(node.b));
      } else {
        const std::uint8_t x = is_complemented(node.a) ? ~a->second : a->second;
        const std::uint8_t y = is_complemented(node.b) ? ~b->second : b->second;
        known_[stack.back()] = node.kind == XagNode::Kind::conjunction ? x & y : x ^ y;
        stack.pop_back();
      }
    }
    return known_[root];
  }

 private:
  const Xag& graph_;
  std::unordered_map<NodeId, std::uint8_t> known_;
};

/// Writes the chosen cover as a program.
class Writer {
 public:
  Writer(const Xag& graph, const Mapper& mapper)
      : graph_(graph), mapper_(mapper), places_(graph.nodes.size()) {}

  ir::LutProgram run() {
    choose_polarities();
    find_inputs();
    TableMaker tables(graph_);
    for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
      if (!mapper_.is_gate(node) || !mapper_.is_used(node)) continue;
      const Cut& cut = mapper_.cut_of(node);
      LutOperation operation;
      std::uint8_t table = tables.table(node, cut);
      for (std::size_t i = 0; i < most_leaves; ++i) {
        const Place& leaf = places_[cut.leaves[std::min<std::size_t>(i, cut.size - 1)]];
        operation.operands[i] = leaf.value;
        if (i < cut.size && leaf.complemented)
          table = ir::complement_operand(table, static_cast<unsigned>(i));
      }
      operation.table = places_[node].complemented ? ~table : table;
      places_[node].value = add(operation);
    }
    for (const XagOutput& output : graph_.outputs) write(output);
    return std::move(program_);
  }

 private:
  struct Place {
    LutValue value = 0;
    bool complemented = false;  ///< the value is the node's complement
  };

  LutValue add(const LutOperation& operation) {
    program_.operations.push_back(operation);
    return static_cast<LutValue>(program_.inputs.size() + program_.operations.size() - 1);
  }

  /// Computes gates in the polarity of the outputs, if all outputs agree.
  void choose_polarities() {
    std::vector<bool> wanted(graph_.nodes.size(), false);
    for (const XagOutput& output : graph_.outputs) {
      if (!is_complemented(output.signal)) wanted[node_of(output.signal)] = true;
    }
    for (const XagOutput& output : graph_.outputs) {
      const NodeId node = node_of(output.signal);
      if (mapper_.is_gate(node) && !wanted[node]) places_[node].complemented = true;
    }
  }

  void find_inputs() {
    std::vector<bool> needed(graph_.nodes.size(), false);
    for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
      if (!mapper_.is_gate(node) || !mapper_.is_used(node)) continue;
      for (const NodeId leaf : mapper_.cut_of(node).nodes()) needed[leaf] = true;
    }
    for (const XagOutput& output : graph_.outputs) needed[node_of(output.signal)] = true;
    for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
      if (!needed[node] || graph_.nodes[node].kind != XagNode::Kind::input) continue;
      places_[node].value = static_cast<LutValue>(program_.inputs.size());
      program_.inputs.push_back(graph_.inputs[graph_.nodes[node].a]);
    }
  }

  void write(const XagOutput& output) {
    const NodeId node = node_of(output.signal);
    if (graph_.nodes[node].kind == XagNode::Kind::input) {
      const bool stays = graph_.inputs[graph_.nodes[node].a] == output.word;
      if (stays && !is_complemented(output.signal)) return;
    }
    if (graph_.nodes[node].kind == XagNode::Kind::constant) {
      program_.outputs.push_back(
          {output.word,
           is_complemented(output.signal) ? LutOutput::Kind::ones : LutOutput::Kind::zeros, 0});
      return;
    }
    const Place& place = places_[node];
    LutValue value = place.value;
    constexpr std::uint8_t not_first = 0x0F;
    constexpr std::uint8_t just_first = 0xF0;
    if (place.complemented != is_complemented(output.signal)) {
      value = derived(not_first, value);
    } else if (!mapper_.is_gate(node)) {
      value = derived(just_first, value);
    }
    program_.outputs.push_back({output.word, LutOutput::Kind::value, value});
  }

  /// Adds a table of one value.
  LutValue derived(std::uint8_t table, LutValue value) {
    const auto [place, is_new] = derived_.try_emplace(std::uint64_t{table} << 32U | value, 0);
    if (is_new) place->second = add({table, {value, value, value}});
    return place->second;
  }

  const Xag& graph_;
  const Mapper& mapper_;
  std::vector<Place> places_;
  std::unordered_map<std::uint64_t, LutValue> derived_;
  ir::LutProgram program_;
};

}  // namespace

ir::LutProgram map_luts(const Xag& graph) {
  Mapper mapper(graph);
  mapper.run();
  return Writer(graph, mapper).run();
}

}  // namespace tesuji::passes
