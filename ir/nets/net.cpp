#include "ir/nets/net.h"

namespace tesuji::ir {

// --- Nets

std::string_view name_of(NetQuestion question) {
  static constexpr std::string_view names[] = {"legal", "next", "terminal", "goal", "sees"};
  return names[static_cast<std::size_t>(question)];
}

std::vector<std::string_view> names_of(std::span<const NetQuestion> questions) {
  std::vector<std::string_view> names;
  for (const NetQuestion question : questions) names.push_back(name_of(question));
  return names;
}

std::vector<Signal> net_answers(const Net& net, NetQuestion question) {
  std::vector<Signal> answers;
  switch (question) {
    case NetQuestion::legal:
      for (const NetMove& move : net.moves) answers.push_back(move.legal);
      break;
    case NetQuestion::next:
      for (const NetFluent& fluent : net.fluents) answers.push_back(fluent.next);
      break;
    case NetQuestion::terminal:
      answers.push_back(net.terminal);
      break;
    case NetQuestion::goal:
      for (const NetAnswer& goal : net.goals) answers.push_back(goal.holds);
      break;
    case NetQuestion::sees:
      for (const NetAnswer& percept : net.percepts) answers.push_back(percept.holds);
      break;
  }
  return answers;
}

std::vector<Signal> net_answers(const Net& net) {
  std::vector<Signal> all;
  for (const NetQuestion question : net_questions) {
    const std::vector<Signal> answers = net_answers(net, question);
    all.insert(all.end(), answers.begin(), answers.end());
  }
  return all;
}

std::vector<bool> cone_of(const Net& net, std::span<const Signal> roots) {
  std::vector<bool> needed(net.nodes.size(), false);
  for (const Signal root : roots) needed[node_of(root)] = true;
  for (NodeId node = static_cast<NodeId>(net.nodes.size()); node-- > 0;) {
    if (!needed[node] || net.nodes[node].kind != NetNode::Kind::conjunction) continue;
    for (const Signal input : net.inputs_of(node)) needed[node_of(input)] = true;
  }
  return needed;
}

std::uint64_t count_gates(const Net& net, std::span<const Signal> roots) {
  const std::vector<bool> needed = cone_of(net, roots);
  std::uint64_t gates = 0;
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (needed[node] && net.nodes[node].kind == NetNode::Kind::conjunction) {
      gates += net.nodes[node].count - 1;
    }
  }
  return gates;
}

std::uint64_t count_step_gates(const Net& net) {
  std::vector<Signal> roots;
  for (const NetQuestion question :
       {NetQuestion::legal, NetQuestion::next, NetQuestion::terminal}) {
    const std::vector<Signal> answers = net_answers(net, question);
    roots.insert(roots.end(), answers.begin(), answers.end());
  }
  return count_gates(net, roots);
}

// --- Shared nodes

bool shares_position(const Net& net) {
  std::vector<Signal> signals = net_answers(net, NetQuestion::legal);
  const std::uint64_t for_legal = count_gates(net, signals);
  const std::uint64_t for_terminal = count_gates(net, {&net.terminal, 1});
  signals.push_back(net.terminal);
  const std::uint64_t shared = for_legal + for_terminal - count_gates(net, signals);
  return 4 * shared > std::min(for_legal, for_terminal);
}

}  // namespace tesuji::ir
