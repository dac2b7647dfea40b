#include "ir/text/net_text.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::ir {

std::string atom_text(const Module& module, const NetAtom& atom) {
  TextWriter out(module);
  out.relation(atom.relation);
  out << "(";
  for (std::size_t i = 0; i < atom.args.size(); ++i) {
    if (i > 0) out << ", ";
    out.constant(atom.args[i]);
  }
  out << ")";
  return out.take();
}

NetNames::NetNames(const Module& module, const Net& net)
    : module_(module), net_(net), gates_(net.nodes.size(), 0) {
  std::uint32_t number = 0;
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind == NetNode::Kind::conjunction) gates_[node] = ++number;
  }
}

std::string NetNames::signal(Signal signal) const {
  const NodeId number = node_of(signal);
  if (number >= net_.nodes.size()) return fmt::format("'<no node {}>'", number);
  const NetNode& node = net_.nodes[number];
  const std::string text = is_complemented(signal) ? "!" : "";
  switch (node.kind) {
    case NetNode::Kind::constant:
      return is_complemented(signal) ? "true" : "false";
    case NetNode::Kind::fluent:
      if (node.first < net_.fluents.size()) return text + atom(net_.fluents[node.first].atom);
      break;
    case NetNode::Kind::move:
      if (node.first < net_.moves.size()) {
        return text + "made " + atom(net_.moves[node.first].atom);
      }
      break;
    case NetNode::Kind::conjunction:
      return fmt::format("{}n{}", text, gates_[number]);
  }
  return fmt::format("'<no input {}>'", node.first);
}

std::uint64_t NetNames::rank(Signal signal) const {
  const NetNode& node = net_.nodes[node_of(signal)];
  const bool is_gate = node.kind == NetNode::Kind::conjunction;
  const std::uint32_t number = is_gate ? gates_[node_of(signal)] : node.first;
  return std::uint64_t{static_cast<std::uint8_t>(node.kind)} << 40U | std::uint64_t{number} << 1U |
         (signal & 1U);
}

std::vector<Signal> NetNames::inputs(NodeId node) const {
  const std::span<const Signal> stored = net_.inputs_of(node);
  std::vector<Signal> inputs(stored.begin(), stored.end());
  std::sort(inputs.begin(), inputs.end(), [&](Signal a, Signal b) { return rank(a) < rank(b); });
  return inputs;
}

void write(TextWriter& out, const Net& net) {
  const NetNames names(out.module(), net);
  std::string gates;
  for (const NetQuestion question : net_questions) {
    const std::vector<Signal> answers = net_answers(net, question);
    if (answers.empty()) continue;
    gates += fmt::format("{} {} {}", gates.empty() ? "" : ",", name_of(question),
                         count_gates(net, answers));
  }
  out << fmt::format("# {}, {}; gates of two inputs:{}\n", counted(net.fluents.size(), "fluent"),
                     counted(net.moves.size(), "move"), gates);
  for (const NetQuestion question : net.unanswered)
    out << "unanswered " << name_of(question) << "\n";
  for (const NetFluent& fluent : net.fluents) {
    out << "fluent " << names.atom(fluent.atom) << (fluent.initially ? " initially\n" : "\n");
  }
  for (const NetMove& move : net.moves) out << "move " << names.atom(move.atom) << "\n";
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind != NetNode::Kind::conjunction) continue;
    out << "gate " << names.signal(signal_of(node)) << " = and(";
    bool first = true;
    for (const Signal input : names.inputs(node)) {
      if (!first) out << ", ";
      out << names.signal(input);
      first = false;
    }
    out << ")\n";
  }
  const auto answer = [&](std::string_view word, const NetAtom& atom, Signal signal) {
    out << word << names.atom(atom) << " = " << names.signal(signal) << "\n";
  };
  for (const NetMove& move : net.moves) answer("legal ", move.atom, move.legal);
  for (const NetFluent& fluent : net.fluents) answer("next ", fluent.atom, fluent.next);
  out << "terminal = " << names.signal(net.terminal) << "\n";
  for (const NetAnswer& goal : net.goals) answer("answer ", goal.atom, goal.holds);
  for (const NetAnswer& percept : net.percepts) answer("answer ", percept.atom, percept.holds);
}

}  // namespace tesuji::ir
