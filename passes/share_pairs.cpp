#include "passes/share_pairs.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Nodes whose numbers differ by less fall into one block of a conjunction that is cut.
constexpr NodeId block_inputs = 64;

using Pair = std::uint64_t;  // smaller signal, larger one

Pair pair_of(Signal a, Signal b) {
  return std::uint64_t{std::min(a, b)} << 32U | std::max(a, b);
}

class Sharing {
 public:
  explicit Sharing(const ir::Net& net) : net_(net), inputs_(net.nodes.size()) {
    const std::vector<bool> needed = ir::cone_of(net, ir::net_answers(net));
    for (NodeId node = 0; node < needed.size(); ++node) {
      if (!needed[node] || net.nodes[node].kind != NetNode::Kind::conjunction) continue;
      const auto inputs = net.inputs_of(node);
      inputs_[node].assign(inputs.begin(), inputs.end());
    }
  }

  ir::Net run() {
    cut_wide();
    if (count_pairs()) extract();
    return rebuild();
  }

 private:
  /// Conjunctions of too many inputs for pairs become conjunctions of blocks, the same blocks for
  /// all: those of "all but one" differ in one block only.
  void cut_wide() {
    std::map<std::vector<Signal>, NodeId> blocks;
    const std::size_t nodes = inputs_.size();
    for (NodeId node = 0; node < nodes; ++node) {
      if (inputs_[node].size() <= most_paired_inputs) continue;
      std::map<NodeId, std::vector<Signal>> parts;
      for (const Signal input : inputs_[node]) {
        parts[ir::node_of(input) / block_inputs].push_back(input);
      }
      if (parts.size() == 1) continue;
      std::vector<Signal> instead;
      for (auto& [number, part] : parts) {
        if (part.size() == 1) {
          instead.push_back(part.front());
          continue;
        }
        const auto [block, is_new] =
            blocks.emplace(std::move(part), static_cast<NodeId>(inputs_.size()));
        if (is_new) inputs_.push_back(block->first);
        instead.push_back(ir::signal_of(block->second));
      }
      inputs_[node] = std::move(instead);
    }
  }

  [[nodiscard]] bool is_paired(NodeId node) const {
    return inputs_[node].size() >= 2 && inputs_[node].size() <= most_paired_inputs;
  }

  /// False where there are too many.
  bool count_pairs() {
    std::size_t pairs = 0;
    for (NodeId node = 0; node < inputs_.size(); ++node) {
      if (is_paired(node)) pairs += inputs_[node].size() * (inputs_[node].size() - 1) / 2;
    }
    if (pairs > most_pairs) return false;
    for (NodeId node = 0; node < inputs_.size(); ++node) {
      if (!is_paired(node)) continue;
      for (const Signal input : inputs_[node]) users_[input].insert(node);
      for (std::size_t i = 0; i < inputs_[node].size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) ++counts_[pair_of(inputs_[node][i], inputs_[node][j])];
      }
    }
    for (const auto& [pair, count] : counts_) {
      if (count > 1) frequent_.emplace(count, pair);
    }
    return true;
  }

  void extract() {
    while (!frequent_.empty()) {
      const auto [count, pair] = frequent_.top();
      frequent_.pop();
      const auto current = counts_.find(pair);
      if (current == counts_.end() || current->second < 2) continue;
      if (current->second != count) {
        frequent_.emplace(current->second, pair);
        continue;
      }
      take_out(static_cast<Signal>(pair >> 32U), static_cast<Signal>(pair));
    }
  }

  void take_out(Signal a, Signal b) {
    std::vector<NodeId> nodes;
    const auto& fewer = users_[a].size() < users_[b].size() ? users_[a] : users_[b];
    const auto& more = users_[a].size() < users_[b].size() ? users_[b] : users_[a];
    for (const NodeId node : fewer) {
      if (more.contains(node)) nodes.push_back(node);
    }
    std::sort(nodes.begin(), nodes.end());
    // One of them may be just this pair.
    NodeId shared = ir::no_id;
    for (const NodeId node : nodes) {
      if (inputs_[node].size() == 2) shared = node;
    }
    if (shared == ir::no_id) {
      shared = static_cast<NodeId>(inputs_.size());
      inputs_.push_back({a, b});
      users_[a].insert(shared);
      users_[b].insert(shared);
      ++counts_[pair_of(a, b)];
    }
    for (const NodeId node : nodes) {
      if (node != shared) replace(node, a, b, ir::signal_of(shared));
    }
  }

  void replace(NodeId node, Signal a, Signal b, Signal shared) {
    std::vector<Signal>& inputs = inputs_[node];
    --counts_[pair_of(a, b)];
    std::erase_if(inputs, [&](Signal input) { return input == a || input == b; });
    users_[a].erase(node);
    users_[b].erase(node);
    for (const Signal input : inputs) {
      --counts_[pair_of(a, input)];
      --counts_[pair_of(b, input)];
      if (input == shared) continue;
      const std::uint32_t count = ++counts_[pair_of(shared, input)];
      if (count > 1) frequent_.emplace(count, pair_of(shared, input));
    }
    // It may have had both the pair and its conjunction.
    if (std::find(inputs.begin(), inputs.end(), shared) == inputs.end()) inputs.push_back(shared);
    users_[shared].insert(node);
  }

  /// The nodes in an order in which inputs come first, and the answers on them.
  ir::Net rebuild() {
    ir::Net result = net_;
    result.nodes.clear();
    result.inputs.clear();
    renamed_.assign(inputs_.size(), ir::no_id);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind == NetNode::Kind::conjunction) continue;
      renamed_[node] = static_cast<NodeId>(result.nodes.size());
      result.nodes.push_back(net_.nodes[node]);
    }
    const auto moved = [&](Signal signal) {
      place(ir::node_of(signal), result);
      return ir::signal_of(renamed_[ir::node_of(signal)]) | (signal & 1U);
    };
    ir::each_answer(result, [&](Signal& signal) { signal = moved(signal); });
    return result;
  }

  /// Depth first, with a stack of its own.
  void place(NodeId root, ir::Net& result) {
    std::vector<std::pair<NodeId, std::size_t>> stack;
    if (renamed_[root] == ir::no_id) stack.emplace_back(root, 0);
    while (!stack.empty()) {
      const NodeId node = stack.back().first;
      if (stack.back().second < inputs_[node].size()) {
        const NodeId input = ir::node_of(inputs_[node][stack.back().second++]);
        if (renamed_[input] == ir::no_id) stack.emplace_back(input, 0);
        continue;
      }
      stack.pop_back();
      if (renamed_[node] != ir::no_id) continue;
      if (inputs_[node].size() == 1) {
        // All that it had beside a pair was the conjunction of that.
        renamed_[node] = renamed_[ir::node_of(inputs_[node][0])];
        continue;
      }
      std::vector<Signal> inputs;
      for (const Signal input : inputs_[node]) {
        inputs.push_back(ir::signal_of(renamed_[ir::node_of(input)]) | (input & 1U));
      }
      std::sort(inputs.begin(), inputs.end());
      renamed_[node] = static_cast<NodeId>(result.nodes.size());
      result.nodes.push_back({NetNode::Kind::conjunction,
                              static_cast<std::uint32_t>(result.inputs.size()),
                              static_cast<std::uint32_t>(inputs.size())});
      result.inputs.insert(result.inputs.end(), inputs.begin(), inputs.end());
    }
  }

  const ir::Net& net_;
  std::vector<std::vector<Signal>> inputs_;  ///< by node, new ones behind; empty: none, not needed
  std::unordered_map<Signal, std::unordered_set<NodeId>> users_;
  std::unordered_map<Pair, std::uint32_t> counts_;
  std::priority_queue<std::pair<std::uint32_t, Pair>> frequent_;
  std::vector<NodeId> renamed_;
};

}  // namespace

ir::Net share_pairs(const ir::Net& net) {
  return Sharing(net).run();
}

}  // namespace tesuji::passes
