#include "passes/nets/net_builder.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::complement;
using ir::NetNode;
using ir::node_of;
using ir::NodeId;
using ir::Signal;

std::uint64_t hash(const std::vector<Signal>& signals) {
  std::uint64_t value = signals.size();
  for (const Signal signal : signals) {
    value = (value ^ signal) * 0x9E3779B97F4A7C15;
    value ^= value >> 32U;
  }
  return value;
}

/// Sorts the signals, removes duplicates and the constant true.
void tidy(std::vector<Signal>& signals) {
  std::sort(signals.begin(), signals.end());
  signals.erase(std::unique(signals.begin(), signals.end()), signals.end());
  std::erase(signals, ir::true_signal);
}

/// Whether the conjunction of the sorted signals is false.
bool contradict(const std::vector<Signal>& signals) {
  if (!signals.empty() && signals.front() == ir::false_signal) return true;
  // A signal and its complement are neighbours.
  return std::adjacent_find(signals.begin(), signals.end(), [](Signal a, Signal b) {
           return node_of(a) == node_of(b);
         }) != signals.end();
}

bool contains(std::span<const Signal> sorted, Signal signal) {
  return std::binary_search(sorted.begin(), sorted.end(), signal);
}

}  // namespace

NetBuilder::NetBuilder(std::size_t most_flattened) : most_flattened_(most_flattened) {
  net_.nodes.push_back({});
  reads_moves_.push_back(false);
}

Signal NetBuilder::add_fluent(std::uint32_t position) {
  net_.nodes.push_back({NetNode::Kind::fluent, position, 0});
  reads_moves_.push_back(false);
  return ir::signal_of(static_cast<NodeId>(net_.nodes.size() - 1));
}

Signal NetBuilder::add_move(std::uint32_t position, std::uint32_t role) {
  const auto node = static_cast<NodeId>(net_.nodes.size());
  net_.nodes.push_back({NetNode::Kind::move, position, 0});
  reads_moves_.push_back(true);
  if (role >= groups_.size()) groups_.resize(role + 1);
  if (groups_[role].count == 0) groups_[role].first = node;
  ++groups_[role].count;
  return ir::signal_of(node);
}

/// Whether nearly all its inputs are moves: merged with others, the groups may simplify it.
bool NetBuilder::is_choice(NodeId node) const {
  const std::span<const Signal> inputs = net_.inputs_of(node);
  const auto moves = std::count_if(inputs.begin(), inputs.end(), [&](Signal input) {
    return net_.nodes[node_of(input)].kind == NetNode::Kind::move;
  });
  return inputs.size() - static_cast<std::size_t>(moves) <= most_flattened_;
}

/// Exactly one member of each group holds. Returns false if the signals cannot all hold.
bool NetBuilder::use_groups(std::vector<Signal>& signals) {
  for (const Group& group : groups_) {
    const Signal low = ir::signal_of(group.first);
    const Signal high = ir::signal_of(group.first + group.count);
    const auto first = std::lower_bound(signals.begin(), signals.end(), low);
    const auto last = std::lower_bound(first, signals.end(), high);
    const auto members = static_cast<std::size_t>(last - first);
    if (members == 0) continue;
    const auto positive =
        std::count_if(first, last, [](Signal s) { return !ir::is_complemented(s); });
    if (positive > 1) return false;
    std::vector<Signal> instead;
    if (positive == 1) {
      instead = {*std::find_if(first, last, [](Signal s) { return !ir::is_complemented(s); })};
    } else if (2 * members > group.count) {
      // None of these means one of the others.
      std::vector<Signal> others;
      for (Signal member = low; member < high; member += 2) {
        if (!std::binary_search(first, last, complement(member))) {
          others.push_back(complement(member));
        }
      }
      if (others.empty()) return false;
      instead = {others.size() == 1 ? complement(others[0]) : complement(intern(others))};
    } else {
      continue;
    }
    if (instead.size() == members) continue;
    signals.erase(first, last);
    signals.insert(signals.end(), instead.begin(), instead.end());
    std::sort(signals.begin(), signals.end());
  }
  return true;
}

/// Rewrites x and not (x and y) as x and not y, and x and not (not x and y) as x. Returns true if
/// anything changed. Drops all redundant signals at once: the justification for shortening a signal
/// depends only on its inputs, which precede it, so that no justification is circular.
bool NetBuilder::absorb(std::vector<Signal>& signals) {
  std::vector<Signal> result;
  std::vector<std::vector<Signal>> shortened;
  for (const Signal signal : signals) {
    result.push_back(signal);
    if (!ir::is_complemented(signal) ||
        net_.nodes[node_of(signal)].kind != NetNode::Kind::conjunction) {
      continue;
    }
    const std::span<const Signal> inner = net_.inputs_of(node_of(signal));
    std::vector<Signal> left;
    bool holds = false;
    for (const Signal input : inner) {
      if (contains(signals, complement(input))) holds = true;
      if (!contains(signals, input)) left.push_back(input);
    }
    if (!holds && left.size() == inner.size()) continue;
    result.pop_back();
    if (!holds) shortened.push_back(std::move(left));
  }
  if (result.size() == signals.size()) return false;
  signals = std::move(result);
  for (std::vector<Signal>& left : shortened) {
    signals.push_back(complement(left.empty() ? ir::true_signal : all_of(std::move(left))));
  }
  return true;
}

Signal NetBuilder::intern(const std::vector<Signal>& signals) {
  const std::uint64_t key = hash(signals);
  const auto [first, last] = known_.equal_range(key);
  for (auto i = first; i != last; ++i) {
    const std::span<const Signal> inputs = net_.inputs_of(i->second);
    if (std::equal(inputs.begin(), inputs.end(), signals.begin(), signals.end())) {
      return ir::signal_of(i->second);
    }
  }
  const auto node = static_cast<NodeId>(net_.nodes.size());
  net_.nodes.push_back({NetNode::Kind::conjunction, static_cast<std::uint32_t>(net_.inputs.size()),
                        static_cast<std::uint32_t>(signals.size())});
  net_.inputs.insert(net_.inputs.end(), signals.begin(), signals.end());
  reads_moves_.push_back(std::any_of(signals.begin(), signals.end(),
                                     [&](Signal signal) { return reads_moves(signal); }));
  known_.emplace(key, node);
  return ir::signal_of(node);
}

Signal NetBuilder::all_of(std::vector<Signal> signals) {
  for (;;) {
    tidy(signals);
    if (contradict(signals)) return ir::false_signal;
    // Inlines nested conjunctions.
    bool flattened = false;
    std::vector<Signal> flat;
    for (const Signal signal : signals) {
      const NetNode& node = net_.nodes[node_of(signal)];
      if (!ir::is_complemented(signal) && node.kind == NetNode::Kind::conjunction &&
          is_choice(node_of(signal))) {
        const std::span<const Signal> inputs = net_.inputs_of(node_of(signal));
        flat.insert(flat.end(), inputs.begin(), inputs.end());
        flattened = true;
      } else {
        flat.push_back(signal);
      }
    }
    if (flattened) {
      signals = std::move(flat);
      continue;
    }
    const std::size_t before = signals.size();
    if (!use_groups(signals)) return ir::false_signal;
    if (signals.size() != before) continue;
    if (!absorb(signals)) break;
  }
  if (signals.empty()) return ir::true_signal;
  if (signals.size() == 1) return signals[0];
  return intern(signals);
}

Signal NetBuilder::any_of(std::vector<Signal> signals) {
  for (Signal& signal : signals) signal = complement(signal);
  return complement(all_of(std::move(signals)));
}

Signal NetBuilder::any_way(const std::vector<std::vector<Signal>>& ways) {
  // Maps the condition on the state to the conditions on the moves, for each of the ways.
  std::map<Signal, std::vector<Signal>> by_state;
  for (const std::vector<Signal>& way : ways) {
    std::vector<Signal> state;
    std::vector<Signal> moves;
    for (const Signal signal : way) (reads_moves(signal) ? moves : state).push_back(signal);
    by_state[all_of(std::move(state))].push_back(all_of(std::move(moves)));
  }
  std::map<Signal, std::vector<Signal>> by_moves;
  for (auto& [state, moves] : by_state) by_moves[any_of(std::move(moves))].push_back(state);
  std::vector<Signal> all;
  for (auto& [moves, states] : by_moves) {
    all.push_back(all_of({moves, any_of(std::move(states))}));
  }
  return any_of(std::move(all));
}

}  // namespace tesuji::passes
