#include "passes/nets/specialise_net.h"

#include "ir/nets/open_moves.h"
#include "passes/nets/factor.h"
#include "passes/nets/net_builder.h"
#include "passes/nets/net_copy.h"
#include "passes/nets/share_pairs.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Returns the answers legal and terminal.
std::vector<Signal> position_answers(const ir::Net& net) {
  std::vector<Signal> answers = ir::net_answers(net, ir::NetQuestion::legal);
  answers.push_back(net.terminal);
  return answers;
}

/// Returns the net with answers for these questions only.
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

/// Known values in the states of a case.
struct Known {
  const FluentList& group;
  std::uint32_t holds = 0;                ///< the only fluent of the group that holds
  std::vector<std::uint32_t> only_moves;  ///< as in NetCase; empty: unknown
};

/// Returns the net with constants for known values.
ir::Net fix(const ir::Net& net, const Known& known, std::size_t most_flattened) {
  std::vector<std::uint32_t> first_move(known.only_moves.size());  // by role
  for (std::uint32_t move = static_cast<std::uint32_t>(net.moves.size()); move-- > 0;) {
    const std::uint32_t role = net.moves[move].role;
    if (role < first_move.size()) first_move[role] = move;
  }
  FixedInputs fixed(net.nodes.size());
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    const std::uint32_t position = net.nodes[node].first;
    if (net.nodes[node].kind == NetNode::Kind::fluent) {
      if (std::binary_search(known.group.begin(), known.group.end(), position)) {
        fixed[node] = position == known.holds;
      }
    } else if (net.nodes[node].kind == NetNode::Kind::move) {
      const std::uint32_t role = net.moves[position].role;
      if (role >= first_move.size() || known.only_moves[role] == ir::NetCase::several) continue;
      fixed[node] = position - first_move[role] == known.only_moves[role];
    }
  }
  return fix_inputs(net, fixed, most_flattened);
}

/// Returns for each role the only move that may be legal, and always is.
std::vector<std::uint32_t> only_moves(const ir::Net& net) {
  std::vector<std::uint32_t> only;
  std::vector<bool> decided;
  std::uint32_t first = 0;  // first move of the role
  for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
    const ir::NetMove& move = net.moves[i];
    if (move.role >= only.size()) {
      only.resize(move.role + 1, ir::NetCase::several);
      decided.resize(move.role + 1, true);
      first = i;
    }
    if (move.legal == ir::false_signal) continue;
    if (move.legal != ir::true_signal || only[move.role] != ir::NetCase::several) {
      decided[move.role] = false;
    }
    only[move.role] = i - first;
  }
  for (std::size_t role = 0; role < only.size(); ++role) {
    if (!decided[role]) only[role] = ir::NetCase::several;
  }
  return only;
}

/// Returns the number of gates evaluated in most states: if some legal moves prove that a game is
/// not over, these are evaluated first (ir/nets/open_moves.h).
std::uint64_t mostly_asked(const ir::Net& net) {
  if (ir::useful_open_moves(net).empty()) return position_gates(net);
  return ir::count_gates(net, ir::net_answers(net, ir::NetQuestion::legal));
}

/// Returns the number of roles that may have more than one move.
std::uint64_t drawing_roles(const std::vector<std::uint32_t>& only_moves) {
  return static_cast<std::uint64_t>(
      std::count(only_moves.begin(), only_moves.end(), ir::NetCase::several));
}

/// Returns the smaller of two nets: with the existing common parts, or with new ones.
ir::Net smallest_case(const ir::Net& net, const Known& known) {
  ir::Net as_it_is = fix(net, known, 0);
  ir::Net again = share_pairs(factor(fix(net, known, most_flattened_inputs)));
  return ir::count_step_gates(again) < ir::count_step_gates(as_it_is) ? again : as_it_is;
}

/// Compares the gates of a question in all cases with the whole net's.
bool pays(std::uint64_t in_cases, std::size_t cases, std::uint64_t whole,
          const CaseLimits& limits) {
  const std::uint64_t without = cases * whole;
  const std::uint64_t saved = without - std::min(in_cases, without);
  const std::uint64_t most = whole > limits.all_gates ? limits.quick_gates : limits.all_gates;
  return in_cases <= most && saved >= cases * limits.saved_gates &&
         100 * in_cases <= limits.percent * without;
}

}  // namespace

std::uint64_t position_gates(const ir::Net& net) {
  return ir::count_gates(net, position_answers(net));
}

std::uint64_t next_gates(const ir::Net& net) {
  const std::vector<bool> needed = ir::cone_of(net, ir::net_answers(net, ir::NetQuestion::next));
  std::vector<bool> reads(net.nodes.size(), false);
  std::uint64_t gates = 0;
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    reads[node] = net.nodes[node].kind == NetNode::Kind::fluent;
    if (net.nodes[node].kind != NetNode::Kind::conjunction) continue;
    for (const Signal input : net.inputs_of(node)) {
      if (reads[ir::node_of(input)]) reads[node] = true;
    }
    if (needed[node] && reads[node]) gates += net.nodes[node].count - 1;
  }
  return gates;
}

FluentList control_group(const ir::Net& net, const CaseLimits& limits) {
  if (!net.knows(ir::NetQuestion::next) || ir::count_step_gates(net) > limits.group_gates) {
    return {};
  }
  NetImplications implications(net);
  GroupLimits groups;
  groups.fluents = limits.fluents;
  groups.joined_fluents = limits.fluents / 2;
  groups.steps = limits.group_gates;
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
  if (group.size() < 2 || ir::count_step_gates(net) > limits.net_gates) return result;
  const ir::Net positions = with_answers(net, true, false);
  const ir::Net step = with_answers(net, true, true);
  std::vector<Known> known;
  std::uint64_t position = 0;
  std::uint64_t next = 0;
  for (const std::uint32_t fluent : group) {
    Known& here = known.emplace_back(Known{group, fluent, {}});
    here.only_moves = only_moves(fix(positions, here, 0));
    const ir::Net fixed = fix(step, here, 0);
    position += mostly_asked(fixed) + limits.draw_gates * drawing_roles(here.only_moves);
    next += next_gates(fixed);
  }
  const std::uint64_t whole =
      mostly_asked(step) + limits.draw_gates * drawing_roles(only_moves(positions));
  result.position = limits.position || pays(position, group.size(), whole, limits);
  result.next = limits.next || pays(next, group.size(), next_gates(step), limits);
  if (!result.position && !result.next) return result;
  const ir::Net asked = with_answers(step, result.position, result.next);
  for (Known& here : known) {
    result.cases.push_back({here.holds, smallest_case(asked, here), std::move(here.only_moves)});
  }
  return result;
}

}  // namespace tesuji::passes
