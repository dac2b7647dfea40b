#include "passes/specialise_net.h"

#include "passes/factor.h"
#include "passes/net_builder.h"
#include "passes/share_pairs.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Legal moves and terminal.
std::vector<Signal> position_answers(const ir::Net& net) {
  std::vector<Signal> answers = ir::net_answers(net, ir::NetQuestion::legal);
  answers.push_back(net.terminal);
  return answers;
}

std::uint64_t next_gates(const ir::Net& net) {
  return ir::count_gates(net, ir::net_answers(net, ir::NetQuestion::next));
}

/// The net with answers for these questions only.
ir::Net with_answers(ir::Net net, bool position, bool next) {
  for (ir::NetMove& move : net.moves) {
    if (!position) move.legal = ir::false_signal;
  }
  if (!position) net.terminal = ir::false_signal;
  for (ir::NetFluent& fluent : net.fluents) {
    if (!next) fluent.next = ir::false_signal;
  }
  for (ir::NetAnswer& goal : net.goals) goal.holds = ir::false_signal;
  for (ir::NetAnswer& percept : net.percepts) percept.holds = ir::false_signal;
  return net;
}

/// The net where `holds` is the only fluent of the group that does. Only what answers need is
/// made.
ir::Net fix(const ir::Net& net, const FluentList& group, std::uint32_t holds,
            std::size_t most_flattened) {
  NetBuilder builder(most_flattened);
  std::vector<Signal> moved(net.nodes.size(), ir::false_signal);
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    const std::uint32_t fluent = net.nodes[node].first;
    if (net.nodes[node].kind != NetNode::Kind::fluent) continue;
    moved[node] = builder.add_fluent(fluent);
    if (std::binary_search(group.begin(), group.end(), fluent)) {
      moved[node] = fluent == holds ? ir::true_signal : ir::false_signal;
    }
  }
  std::vector<NodeId> moves(net.moves.size(), ir::no_id);
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind == NetNode::Kind::move) moves[net.nodes[node].first] = node;
  }
  for (std::uint32_t move = 0; move < moves.size(); ++move) {
    if (moves[move] != ir::no_id) {
      moved[moves[move]] = builder.add_move(move, net.moves[move].role);
    }
  }
  const std::vector<bool> needed = ir::cone_of(net, ir::net_answers(net));
  const auto at = [&](Signal signal) { return moved[ir::node_of(signal)] ^ (signal & 1U); };
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (!needed[node] || net.nodes[node].kind != NetNode::Kind::conjunction) continue;
    std::vector<Signal> inputs;
    for (const Signal signal : net.inputs_of(node)) inputs.push_back(at(signal));
    moved[node] = builder.all_of(std::move(inputs));
  }
  ir::Net result = std::move(builder.net());
  result.fluents = net.fluents;
  result.moves = net.moves;
  result.terminal = net.terminal;
  result.goals = net.goals;
  result.percepts = net.percepts;
  ir::each_answer(result, [&](Signal& signal) { signal = at(signal); });
  return result;
}

/// As the net has it, or with common parts looked for again: whichever has fewer gates.
ir::Net smallest_case(const ir::Net& net, const FluentList& group, std::uint32_t holds) {
  ir::Net as_it_is = fix(net, group, holds, 0);
  ir::Net again = share_pairs(factor(fix(net, group, holds, most_flattened_inputs)));
  return ir::count_step_gates(again) < ir::count_step_gates(as_it_is) ? again : as_it_is;
}

/// Gates of a question in all cases together, against the whole net's.
bool pays(std::uint64_t in_cases, std::size_t cases, std::uint64_t whole,
          const CaseLimits& limits) {
  const std::uint64_t without = cases * whole;
  const std::uint64_t saved = without - std::min(in_cases, without);
  return in_cases <= limits.all_gates && saved >= cases * limits.saved_gates &&
         100 * in_cases <= limits.percent * without;
}

}  // namespace

std::uint64_t position_gates(const ir::Net& net) {
  return ir::count_gates(net, position_answers(net));
}

FluentList control_group(const ir::Net& net, const CaseLimits& limits) {
  if (ir::count_step_gates(net) > limits.net_gates) return {};
  NetImplications implications(net);
  GroupLimits groups;
  groups.fluents = limits.fluents;
  groups.steps = limits.net_gates;
  std::vector<Signal> step = position_answers(net);
  const std::vector<Signal> next = ir::net_answers(net, ir::NetQuestion::next);
  step.insert(step.end(), next.begin(), next.end());
  const std::vector<bool> needed = ir::cone_of(net, step);
  const std::vector<NodeId> nodes = fluent_nodes(net);
  FluentList best;
  double most = 0;
  for (FluentGroup& group : find_fluent_groups(net, implications, groups)) {
    if (!group.exactly_one) continue;
    std::uint64_t decided = 0;
    for (const std::uint32_t holds : group.fluents) {
      for (const std::uint32_t i : group.fluents) implications.assume(nodes[i], i == holds);
      for (const NodeId node : implications.known()) {
        if (needed[node] && net.nodes[node].kind == NetNode::Kind::conjunction) {
          decided += net.nodes[node].count - 1;
        }
      }
      implications.forget();
    }
    const double mean = static_cast<double>(decided) / static_cast<double>(group.fluents.size());
    if (mean <= most) continue;
    most = mean;
    best = std::move(group.fluents);
  }
  return best;
}

ir::NetCases specialise_net(const ir::Net& net, const FluentList& group, const CaseLimits& limits) {
  ir::NetCases result;
  if (group.size() < 2) return result;
  const ir::Net step = with_answers(net, true, true);
  std::uint64_t position = 0;
  std::uint64_t next = 0;
  for (const std::uint32_t fluent : group) {
    const ir::Net fixed = fix(step, group, fluent, 0);
    position += position_gates(fixed);
    next += next_gates(fixed);
  }
  result.position = pays(position, group.size(), position_gates(step), limits);
  result.next = pays(next, group.size(), next_gates(step), limits);
  if (!result.position && !result.next) return result;
  const ir::Net asked = with_answers(step, result.position, result.next);
  for (const std::uint32_t fluent : group) {
    result.cases.push_back({fluent, smallest_case(asked, group, fluent)});
  }
  return result;
}

}  // namespace tesuji::passes
