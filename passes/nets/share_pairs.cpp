#include "passes/nets/share_pairs.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <queue>
#include <utility>
#include <vector>

namespace tesuji::passes {

namespace {

// Counts pairs of signals in a hash table without a node per pair, since share_pairs spends its
// time looking up pairs.

/// Open addressing with linear probing, after Knuth, TAOCP 6.4. A removed pair keeps its slot,
/// because it is often added again.
class PairCounts {
 public:
  using Pair = std::uint64_t;

  /// Reserves space for this many pairs.
  void reserve(std::size_t pairs) {
    const std::size_t slots = std::bit_ceil(2 * pairs + least_slots);
    if (slots > slots_.size()) move_to(slots);
  }

  /// Returns null if the pair is absent.
  [[nodiscard]] std::uint32_t* find(Pair pair) {
    if (slots_.empty()) return nullptr;
    Slot& slot = slots_[place_of(pair)];
    return slot.pair == pair && slot.count != taken_out ? &slot.count : nullptr;
  }

  /// Returns a pointer to the pair's count, and whether the pair is new; a new count is 0.
  std::pair<std::uint32_t*, bool> add(Pair pair) {
    if (2 * used_ >= slots_.size()) move_to(2 * slots_.size() + least_slots);
    Slot& slot = slots_[place_of(pair)];
    if (slot.pair == pair && slot.count != taken_out) return {&slot.count, false};
    if (slot.pair != pair) ++used_;
    slot = {pair, 0};
    return {&slot.count, true};
  }

  void erase(Pair pair) {
    if (std::uint32_t* const count = find(pair)) *count = taken_out;
  }

 private:
  static constexpr Pair none = ~Pair{0};
  static constexpr std::uint32_t taken_out = UINT32_MAX;
  static constexpr std::size_t least_slots = 64;  ///< a power of two
  static constexpr std::uint64_t block_slots = 32;

  struct Slot {
    Pair pair = none;
    std::uint32_t count = 0;
  };

  /// Returns the slot with the pair, or the free one for it.
  [[nodiscard]] std::size_t place_of(Pair pair) const {
    // Neighbouring signals mostly have the same pairs, which are looked up consecutively. So these
    // are stored side by side, but only a few: long runs would slow down probing.
    const std::uint64_t golden = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
    const Pair block = pair / block_slots;
    const std::uint64_t hash = ((block ^ block >> 32U) * golden >> 32U) * block_slots;
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = static_cast<std::size_t>(hash + pair % block_slots) & mask;
    while (slots_[place].pair != pair && slots_[place].pair != none) place = (place + 1) & mask;
    return place;
  }

  void move_to(std::size_t slots) {
    std::vector<Slot> old(std::bit_ceil(slots));
    old.swap(slots_);
    used_ = 0;
    for (const Slot& slot : old) {
      if (slot.pair == none || slot.count == taken_out) continue;
      slots_[place_of(slot.pair)] = slot;
      ++used_;
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;  ///< number of occupied slots
};

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Nodes whose numbers differ by less than this fall into one block when a conjunction is cut.
constexpr NodeId block_inputs = 64;

/// Marks nodes that are not in the result yet.
constexpr Signal not_placed = ir::no_id;

using Pair = PairCounts::Pair;  // smaller signal, larger one

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
  /// Cuts conjunctions with too many inputs into conjunctions of blocks, which are the same for
  /// all: conjunctions of "all but one" differ in only one block.
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

  /// Returns false if there are too many. Processes one signal at a time, so that counting needs no
  /// look-ups.
  bool count_pairs() {
    std::size_t pairs = 0;
    for (NodeId node = 0; node < inputs_.size(); ++node) {
      if (is_paired(node)) pairs += inputs_[node].size() * (inputs_[node].size() - 1) / 2;
    }
    if (pairs > most_pairs) return false;
    for (NodeId node = 0; node < inputs_.size(); ++node) {
      if (!is_paired(node)) continue;
      for (const Signal input : inputs_[node]) users_of(input).push_back(node);
    }
    std::vector<std::uint32_t> together(users_.size());
    std::vector<Signal> met;
    std::size_t frequent = 0;
    for (Signal a = 0; a < users_.size(); ++a) {
      if (users_[a].size() < 2) continue;
      for (const NodeId node : users_[a]) {
        for (const Signal b : inputs_[node]) {
          if (b <= a) continue;
          if (together[b]++ == 0) met.push_back(b);
        }
      }
      for (const Signal b : met) {
        if (together[b] > 1) {
          list(together[b], pair_of(a, b));
          ++frequent;
        }
        together[b] = 0;
      }
      met.clear();
    }
    counts_.reserve(frequent);
    for (std::uint32_t count = 2; count < listed_.size(); ++count) {
      for (const Pair pair : listed_[count]) *counts_.add(pair).first = count;
    }
    level_ = static_cast<std::uint32_t>(listed_.size());
    return true;
  }

  /// Extracts pairs, the most frequent first; the largest of equally frequent ones.
  void extract() {
    while (level_-- > 2) {
      std::vector<Pair> pairs = std::exchange(listed_[level_], {});
      std::erase_if(pairs, [&](Pair pair) { return !is_current(level_, pair); });
      std::sort(pairs.begin(), pairs.end());
      while (!pairs.empty() || !sooner_.empty()) {
        std::pair<std::uint32_t, Pair> next;
        if (pairs.empty() ||
            (!sooner_.empty() && sooner_.top() > std::pair(level_, pairs.back()))) {
          next = sooner_.top();
          sooner_.pop();
        } else {
          next = {level_, pairs.back()};
          pairs.pop_back();
        }
        if (!is_current(next.first, next.second)) continue;
        take_out(static_cast<Signal>(next.second >> 32U), static_cast<Signal>(next.second));
      }
    }
  }

  /// Whether exactly `count` nodes have the pair; if another number of nodes does, lists it again.
  bool is_current(std::uint32_t count, Pair pair) {
    const std::uint32_t* const current = counts_.find(pair);
    if (current == nullptr || *current < 2) return false;
    if (*current != count) list(*current, pair);
    return *current == count;
  }

  /// Lists the pair so that extract() reaches it.
  void list(std::uint32_t count, Pair pair) {
    if (count >= level_) {
      sooner_.emplace(count, pair);
      return;
    }
    if (count >= listed_.size()) listed_.resize(std::size_t{count} + 1);
    listed_[count].push_back(pair);
  }

  std::vector<NodeId>& users_of(Signal signal) {
    if (signal >= users_.size()) users_.resize(std::size_t{signal} + 2);
    return users_[signal];
  }

  [[nodiscard]] bool has(NodeId node, Signal input) const {
    return std::find(inputs_[node].begin(), inputs_[node].end(), input) != inputs_[node].end();
  }

  /// Returns the nodes that contain both, ascending.
  [[nodiscard]] std::vector<NodeId> users_of_both(Signal a, Signal b) {
    std::vector<NodeId>& fewer = users_of(a).size() < users_of(b).size() ? users_[a] : users_[b];
    const Signal of = &fewer == &users_[a] ? a : b;
    std::vector<NodeId> nodes;
    // Drops nodes that have lost the signal.
    std::erase_if(fewer, [&](NodeId node) { return !has(node, of); });
    for (const NodeId node : fewer) {
      if (has(node, of == a ? b : a)) nodes.push_back(node);
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
  }

  void take_out(Signal a, Signal b) {
    const std::vector<NodeId> nodes = users_of_both(a, b);
    // One of them may be exactly this pair.
    NodeId shared = ir::no_id;
    for (const NodeId node : nodes) {
      if (inputs_[node].size() == 2) shared = node;
    }
    if (shared == ir::no_id) {
      shared = static_cast<NodeId>(inputs_.size());
      inputs_.push_back({a, b});
      users_of(a).push_back(shared);
      users_of(b).push_back(shared);
    }
    for (const NodeId node : nodes) {
      if (node != shared) replace(node, a, b, ir::signal_of(shared));
    }
    counts_.erase(pair_of(a, b));
    note_changes(a, b, ir::signal_of(shared));
    // Only now, because the recorded changes refer to the nodes that already had it.
    for (const NodeId node : nodes) {
      if (node == shared || has(node, ir::signal_of(shared))) continue;
      inputs_[node].push_back(ir::signal_of(shared));
      users_of(ir::signal_of(shared)).push_back(node);
    }
  }

  /// Replaces the pair in the node, and records the inputs beside it.
  void replace(NodeId node, Signal a, Signal b, Signal shared) {
    // The node may have had both the pair and its conjunction.
    const bool had = has(node, shared);
    std::erase_if(inputs_[node], [&](Signal input) { return input == a || input == b; });
    lost_.resize(users_.size());
    gained_.resize(users_.size());
    for (const Signal input : inputs_[node]) {
      if (lost_[input]++ == 0) beside_.push_back(input);
      if (!had) ++gained_[input];
    }
  }

  /// Updates the counts of pairs with these inputs, for all nodes at once.
  void note_changes(Signal a, Signal b, Signal shared) {
    for (const Signal input : beside_) {
      lose(a, input, lost_[input]);
      lose(b, input, lost_[input]);
      if (gained_[input] > 0) gain(shared, input, gained_[input]);
      lost_[input] = gained_[input] = 0;
    }
    beside_.clear();
  }

  /// Pairs without a count are in at most one node.
  void lose(Signal a, Signal b, std::uint32_t nodes) {
    std::uint32_t* const count = counts_.find(pair_of(a, b));
    if (count != nullptr) *count -= std::min(*count, nodes);
  }

  void gain(Signal a, Signal b, std::uint32_t nodes) {
    const auto [count, is_new] = counts_.add(pair_of(a, b));
    if (is_new) *count = static_cast<std::uint32_t>(users_of_both(a, b).size());
    *count += nodes;
    if (*count > 1) list(*count, pair_of(a, b));
  }

  /// Orders the nodes topologically, and updates the answers.
  ir::Net rebuild() {
    ir::Net result = net_;
    result.nodes.clear();
    result.inputs.clear();
    placed_.assign(inputs_.size(), not_placed);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind == NetNode::Kind::conjunction) continue;
      placed_[node] = ir::signal_of(static_cast<NodeId>(result.nodes.size()));
      result.nodes.push_back(net_.nodes[node]);
    }
    ir::each_answer(result, [&](Signal& signal) {
      place(ir::node_of(signal), result);
      signal = placed(signal);
    });
    return result;
  }

  [[nodiscard]] Signal placed(Signal signal) const {
    return placed_[ir::node_of(signal)] ^ (signal & 1U);
  }

  /// Depth first, with an explicit stack.
  void place(NodeId root, ir::Net& result) {
    std::vector<std::pair<NodeId, std::size_t>> stack;
    if (placed_[root] == not_placed) stack.emplace_back(root, 0);
    while (!stack.empty()) {
      const NodeId node = stack.back().first;
      if (stack.back().second < inputs_[node].size()) {
        const NodeId input = ir::node_of(inputs_[node][stack.back().second++]);
        if (placed_[input] == not_placed) stack.emplace_back(input, 0);
        continue;
      }
      stack.pop_back();
      if (placed_[node] == not_placed) placed_[node] = conjunction(inputs_[node], result);
    }
  }

  /// Builds a conjunction of placed inputs. If a conjunction's other inputs have been merged into
  /// one that equals the pair's conjunction, inputs may repeat.
  Signal conjunction(const std::vector<Signal>& old_inputs, ir::Net& result) const {
    std::vector<Signal> inputs;
    for (const Signal input : old_inputs) inputs.push_back(placed(input));
    std::sort(inputs.begin(), inputs.end());
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    std::erase(inputs, ir::true_signal);
    const bool contradicts =
        std::adjacent_find(inputs.begin(), inputs.end(), [](Signal a, Signal b) {
          return ir::node_of(a) == ir::node_of(b);
        }) != inputs.end();
    if (contradicts || (!inputs.empty() && inputs.front() == ir::false_signal)) {
      return ir::false_signal;
    }
    if (inputs.empty()) return ir::true_signal;
    if (inputs.size() == 1) return inputs.front();
    const auto node = static_cast<NodeId>(result.nodes.size());
    result.nodes.push_back({NetNode::Kind::conjunction,
                            static_cast<std::uint32_t>(result.inputs.size()),
                            static_cast<std::uint32_t>(inputs.size())});
    result.inputs.insert(result.inputs.end(), inputs.begin(), inputs.end());
    return ir::signal_of(node);
  }

  const ir::Net& net_;
  std::vector<std::vector<Signal>> inputs_;  ///< by node, new ones at the end; empty: none or
                                             ///< unneeded
  /// By signal: its past and present users, possibly repeated.
  std::vector<std::vector<NodeId>> users_;
  PairCounts counts_;  ///< number of nodes with the pair; complete for pairs in at least two
  // While a pair is extracted: the number of changed nodes that also have the signal.
  std::vector<std::uint32_t> lost_;
  std::vector<std::uint32_t> gained_;
  std::vector<Signal> beside_;
  /// Pairs by number of nodes, for levels that extract() has not reached: there are millions, and
  /// most become less frequent before their turn, so that they need not be sorted earlier.
  std::vector<std::vector<Pair>> listed_;
  std::uint32_t level_ = UINT32_MAX;  ///< of extract()
  /// Pairs of its level and above that were added since.
  std::priority_queue<std::pair<std::uint32_t, Pair>> sooner_;
  std::vector<Signal> placed_;  ///< by node, in the result
};

}  // namespace

ir::Net share_pairs(const ir::Net& net) {
  return Sharing(net).run();
}

}  // namespace tesuji::passes
