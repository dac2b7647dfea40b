#include "passes/nets/position_fluents.h"

#include "passes/nets/net_copy.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::passes {

namespace {

using ir::NetNode;
using ir::NetQuestion;
using ir::NodeId;
using ir::Signal;

std::vector<Signal> position_answers(const ir::Net& net) {
  std::vector<Signal> roots;
  for (const NetQuestion question :
       {NetQuestion::legal, NetQuestion::terminal, NetQuestion::goal}) {
    const std::vector<Signal> answers = net_answers(net, question);
    roots.insert(roots.end(), answers.begin(), answers.end());
  }
  return roots;
}

/// Marks the fluents that legal moves, terminal and goals depend on, now or later.
std::vector<bool> read_fluents(const ir::Net& net) {
  std::vector<bool> read(net.fluents.size(), false);
  std::vector<Signal> roots = position_answers(net);
  for (bool more = true; more;) {
    more = false;
    const std::vector<bool> cone = cone_of(net, roots);
    for (NodeId node = 0; node < net.nodes.size(); ++node) {
      if (!cone[node] || net.nodes[node].kind != NetNode::Kind::fluent) continue;
      const std::uint32_t fluent = net.nodes[node].first;
      if (read[fluent]) continue;
      read[fluent] = true;
      roots.push_back(net.fluents[fluent].next);
      more = true;
    }
  }
  return read;
}

/// Marks the nodes that depend on moves or on fluents outside the set.
std::vector<bool> dependent_nodes(const ir::Net& net, const std::vector<bool>& set) {
  std::vector<bool> dependent(net.nodes.size(), false);
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    const NetNode& some = net.nodes[node];
    if (some.kind == NetNode::Kind::move) dependent[node] = true;
    if (some.kind == NetNode::Kind::fluent) dependent[node] = !set[some.first];
    if (some.kind != NetNode::Kind::conjunction) continue;
    const auto inputs = net.inputs_of(node);
    dependent[node] = std::any_of(inputs.begin(), inputs.end(),
                                  [&](Signal input) { return dependent[ir::node_of(input)]; });
  }
  return dependent;
}

/// Simulates a clock, and computes the net for each of its values.
class ClockCheck {
 public:
  ClockCheck(const ir::Net& net, const std::vector<bool>& clock, std::uint64_t most_gates)
      : net_(net), clock_(clock), gates_left_(most_gates), copy_(net, most_flattened_inputs) {
    std::vector<Signal> answers = position_answers(net);
    for (std::uint32_t i = 0; i < clock.size(); ++i) {
      if (!clock[i]) answers.push_back(net.fluents[i].next);
    }
    std::vector<Signal> roots = answers;
    for (const ir::NetFluent& fluent : net.fluents) roots.push_back(fluent.next);
    answers_ = std::move(answers);
    find_gates(cone_of(net, roots));
  }

  /// Returns false if an answer depends on the clock before it ends play.
  bool run(PositionFluents& found) {
    std::vector<bool> values;
    for (std::uint32_t i = 0; i < clock_.size(); ++i) {
      values.push_back(clock_[i] && net_.fluents[i].initially);
    }
    std::set<std::vector<bool>> seen;
    std::vector<Signal> first;
    for (std::uint32_t time = 0; seen.insert(values).second; ++time) {
      if (!put(values)) return false;
      if (copy_.at(net_.terminal) == ir::true_signal) {
        found.end = time;
        for (const std::uint32_t fluent : found.clock) found.at_end.push_back(values[fluent]);
        return time > 0;
      }
      std::vector<Signal> now;
      for (const Signal answer : answers_) now.push_back(copy_.at(answer));
      if (time == 0)
        first = std::move(now);
      else if (now != first)
        return false;
      for (std::uint32_t i = 0; i < clock_.size(); ++i) {
        values[i] = clock_[i] && copy_.at(net_.fluents[i].next) == ir::true_signal;
      }
    }
    return true;
  }

 private:
  /// Gates that read the clock are rebuilt for its values at each time, the others once.
  void find_gates(const std::vector<bool>& needed) {
    std::vector<bool> reads(net_.nodes.size(), false);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      const NetNode& some = net_.nodes[node];
      if (some.kind == NetNode::Kind::fluent) {
        reads[node] = clock_[some.first];
        if (reads[node]) {
          inputs_.push_back(node);
        } else {
          copy_.set(node, copy_.builder().add_fluent(some.first));
        }
      }
    }
    copy_.add_moves();
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind != NetNode::Kind::conjunction || !needed[node]) continue;
      const auto inputs = net_.inputs_of(node);
      reads[node] = std::any_of(inputs.begin(), inputs.end(),
                                [&](Signal input) { return reads[ir::node_of(input)]; });
      if (reads[node]) {
        gates_.push_back(node);
      } else {
        make(node);
      }
    }
  }

  void make(NodeId node) {
    std::vector<Signal> inputs;
    for (const Signal input : net_.inputs_of(node)) inputs.push_back(copy_.at(input));
    copy_.set(node, copy_.builder().all_of(std::move(inputs)));
  }

  /// Substitutes the values; returns false if that would take too many gates.
  bool put(const std::vector<bool>& values) {
    if (gates_left_ < gates_.size() + 1) return false;
    gates_left_ -= gates_.size() + 1;
    for (const NodeId node : inputs_) {
      copy_.set(node, values[net_.nodes[node].first] ? ir::true_signal : ir::false_signal);
    }
    for (const NodeId node : gates_) make(node);
    return true;
  }

  const ir::Net& net_;
  const std::vector<bool>& clock_;
  std::uint64_t gates_left_;
  NetCopy copy_;
  std::vector<Signal> answers_;
  std::vector<NodeId> inputs_;  ///< inputs of the clock
  std::vector<NodeId> gates_;   ///< gates that read it
};

}  // namespace

std::vector<bool> autonomous_fluents(const ir::Net& net) {
  std::vector<bool> set(net.fluents.size(), true);
  for (bool smaller = true; smaller;) {
    smaller = false;
    const std::vector<bool> dependent = dependent_nodes(net, set);
    for (std::uint32_t i = 0; i < set.size(); ++i) {
      if (!set[i] || !dependent[ir::node_of(net.fluents[i].next)]) continue;
      set[i] = false;
      smaller = true;
    }
  }
  return set;
}

std::optional<FluentList> goal_clock(const ir::Net& net) {
  const std::vector<bool> read = read_fluents(net);
  const std::vector<bool> autonomous = autonomous_fluents(net);
  std::vector<Signal> moves = net_answers(net, NetQuestion::legal);
  FluentList clock;
  for (std::uint32_t i = 0; i < read.size(); ++i) {
    if (!read[i] || ir::is_fixed(net.fluents[i])) continue;
    if (autonomous[i]) {
      clock.push_back(i);
    } else {
      moves.push_back(net.fluents[i].next);
    }
  }
  const std::vector<bool> cone = cone_of(net, moves);
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (!cone[node] || net.nodes[node].kind != NetNode::Kind::fluent) continue;
    if (std::ranges::binary_search(clock, net.nodes[node].first)) return std::nullopt;
  }
  return clock;
}

PositionFluents position_fluents(const ir::Net& net, std::uint64_t most_gates) {
  PositionFluents found;
  const std::vector<bool> read = read_fluents(net);
  std::vector<bool> clock = autonomous_fluents(net);
  for (std::uint32_t i = 0; i < read.size(); ++i) {
    clock[i] = clock[i] && read[i];
    if (!read[i]) found.unread.push_back(i);
    if (clock[i]) found.clock.push_back(i);
  }
  const bool ticks = std::any_of(found.clock.begin(), found.clock.end(),
                                 [&](std::uint32_t i) { return !ir::is_fixed(net.fluents[i]); });
  if (!ticks || !ClockCheck(net, clock, most_gates).run(found)) {
    found.clock.clear();
    found.end.reset();
    found.at_end.clear();
    found.is_only_clock = !ticks;
  } else {
    found.is_only_clock = true;
  }
  return found;
}

}  // namespace tesuji::passes
