#include "ir/text/net_text.h"

#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::ir {

// --- Printing

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

// --- Parsing

NetReader::NetReader(TextReader& in) : in_(in) {
  net_->nodes.push_back({});  // the constant
}

void NetReader::expect_net(Position begin) {
  if (in_.module.level == Level::nets) return;
  in_.fail({in_.file(), begin, in_.token().begin}, "parts of nets belong to modules at level nets");
}

void NetReader::read_fluent(Position begin) {
  expect_net(begin);
  const Position start = in_.token().begin;
  NetAtom atom = read_ground_atom(in_);
  const Span span = in_.since(start);
  if (in_.module.relations[atom.relation].kind != RelationKind::state) {
    in_.fail(span, "a fluent is of a state relation");
  }
  const auto position = static_cast<std::uint32_t>(net_->fluents.size());
  if (!fluents_.emplace(GroundAtoms::key_type(atom.relation, atom.args), position).second) {
    in_.fail(span, "duplicate fluent");
  }
  const bool initially = in_.accept_word("initially");
  fluent_nodes_.push_back(static_cast<NodeId>(net_->nodes.size()));
  net_->nodes.push_back({NetNode::Kind::fluent, position, 0});
  net_->fluents.push_back({std::move(atom), initially, false_signal, in_.since(begin)});
  has_next_.push_back(false);
}

void NetReader::read_move(Position begin) {
  expect_net(begin);
  const Position start = in_.token().begin;
  NetAtom atom = read_ground_atom(in_);
  const Span span = in_.since(start);
  if (in_.module.relations[atom.relation].answer != Answer::legal) {
    in_.fail(span, "a move is of a relation `legal`");
  }
  const std::uint32_t role = role_of_atom(in_, atom, span);
  const auto position = static_cast<std::uint32_t>(net_->moves.size());
  if (!moves_.emplace(GroundAtoms::key_type(atom.relation, atom.args), position).second) {
    in_.fail(span, "duplicate move");
  }
  move_nodes_.push_back(static_cast<NodeId>(net_->nodes.size()));
  net_->nodes.push_back({NetNode::Kind::move, position, 0});
  net_->moves.push_back({std::move(atom), role, false_signal, span});
  has_legal_.push_back(false);
}

Signal NetReader::input_signal(const GroundAtoms& positions, const NetAtom& atom,
                               std::string_view what, Span span) {
  const auto found = positions.find({atom.relation, atom.args});
  if (found == positions.end())
    in_.fail(span, fmt::format("unknown {}: it must be declared before its use", what));
  return signal_of((&positions == &fluents_ ? fluent_nodes_ : move_nodes_)[found->second]);
}

/// Returns the signal of a single name: a constant or a gate.
Signal NetReader::named_signal(std::string_view name, Span span) {
  const auto found = gates_.find(name);
  if (found == gates_.end()) {
    in_.fail(span, fmt::format("unknown gate '{}': gates are defined before their use",
                               name.substr(0, 40)));
  }
  return signal_of(found->second);
}

Signal NetReader::read_signal() {
  const Signal inverted = in_.accept("!") ? 1U : 0U;
  const Token word = in_.token();
  const Span word_span = in_.token_span();
  const std::string_view name = in_.name("a gate, a fluent, or `made` and a move");
  if (in_.token().is("(")) {
    const NetAtom atom = read_ground_atom_of(in_, in_.find_relation(name, word_span));
    return input_signal(fluents_, atom, "fluent", in_.since(word_span.begin)) ^ inverted;
  }
  if (word.is_word("made")) {
    const Position start = in_.token().begin;
    const NetAtom atom = read_ground_atom(in_);
    return input_signal(moves_, atom, "move", in_.since(start)) ^ inverted;
  }
  if (word.is_word("true")) return true_signal ^ inverted;
  if (word.is_word("false")) return false_signal ^ inverted;
  return named_signal(name, word_span) ^ inverted;
}

std::vector<Signal> NetReader::read_inputs(Position begin) {
  std::vector<Signal> inputs;
  do {
    inputs.push_back(read_signal());
  } while (in_.accept(","));
  in_.expect(")");
  const Span span = in_.since(begin);
  if (inputs.size() < 2) in_.fail(span, "a gate has at least two inputs");
  std::sort(inputs.begin(), inputs.end());
  const auto twice = std::adjacent_find(
      inputs.begin(), inputs.end(), [](Signal a, Signal b) { return node_of(a) == node_of(b); });
  if (twice != inputs.end()) in_.fail(span, "two inputs of a gate are the same or complements");
  return inputs;
}

void NetReader::read_gate(Position begin) {
  expect_net(begin);
  const Span name_span = in_.token_span();
  const Token word = in_.token();
  const std::string_view name = in_.name("a gate's name");
  if (word.is_word("true") || word.is_word("false") || word.is_word("made")) {
    in_.fail(name_span, "a gate cannot have this name, which means something else");
  }
  if (gates_.contains(name)) in_.fail(name_span, "there are two gates of this name");
  in_.expect("=");
  in_.expect_word("and");
  in_.expect("(");
  std::vector<Signal> inputs;
  try {
    inputs = read_inputs(name_span.begin);
  } catch (const SyntaxError&) {
    // Adds a separate node, so that references to the faulty gate are not errors, too.
    gates_.emplace(name, static_cast<NodeId>(net_->nodes.size()));
    net_->nodes.push_back({});
    throw;
  }
  gates_.emplace(name, static_cast<NodeId>(net_->nodes.size()));
  net_->nodes.push_back({NetNode::Kind::conjunction,
                         static_cast<std::uint32_t>(net_->inputs.size()),
                         static_cast<std::uint32_t>(inputs.size())});
  net_->inputs.insert(net_->inputs.end(), inputs.begin(), inputs.end());
}

std::uint32_t NetReader::read_answered(const GroundAtoms& positions, std::vector<bool>& given,
                                       std::string_view what) {
  const Position start = in_.token().begin;
  const NetAtom atom = read_ground_atom(in_);
  const Span span = in_.since(start);
  const auto found = positions.find({atom.relation, atom.args});
  if (found == positions.end())
    in_.fail(span, fmt::format("unknown {}: it must be declared before its use", what));
  if (given[found->second]) in_.fail(span, fmt::format("this {} has its answer already", what));
  given[found->second] = true;
  in_.expect("=");
  return found->second;
}

void NetReader::read_legal(Position begin) {
  expect_net(begin);
  const std::uint32_t move = read_answered(moves_, has_legal_, "move");
  net_->moves[move].legal = read_signal();
}

void NetReader::read_next(Position begin) {
  expect_net(begin);
  const std::uint32_t fluent = read_answered(fluents_, has_next_, "fluent");
  net_->fluents[fluent].next = read_signal();
}

void NetReader::read_terminal(Position begin) {
  expect_net(begin);
  if (has_terminal_) in_.fail(in_.since(begin), "`terminal` has its answer already");
  in_.expect("=");
  net_->terminal = read_signal();
  has_terminal_ = true;
}

void NetReader::read_answer(Position begin) {
  expect_net(begin);
  const Position start = in_.token().begin;
  NetAtom atom = read_ground_atom(in_);
  const Span span = in_.since(start);
  const Answer family = in_.module.relations[atom.relation].answer;
  if (family != Answer::goal && family != Answer::sees) {
    in_.fail(span, "an answer is of a relation `goal` or `sees`");
  }
  const std::uint32_t role = role_of_atom(in_, atom, span);
  if (!answers_.emplace(GroundAtoms::key_type(atom.relation, atom.args), 0).second) {
    in_.fail(span, "duplicate answer");
  }
  in_.expect("=");
  const Signal holds = read_signal();
  (family == Answer::goal ? net_->goals : net_->percepts)
      .push_back({std::move(atom), role, holds, span});
}

void NetReader::read_unanswered(Position begin) {
  expect_net(begin);
  const Span span = in_.token_span();
  const std::string_view name = in_.name("a question");
  const auto found = std::find_if(net_questions.begin(), net_questions.end(),
                                  [&](NetQuestion question) { return name_of(question) == name; });
  if (found == net_questions.end()) {
    in_.fail(span, "a question is `legal`, `next`, `terminal`, `goal` or `sees`");
  }
  auto& questions = net_->unanswered;
  if (!net_->knows(*found)) in_.fail(span, "duplicate question");
  questions.insert(std::upper_bound(questions.begin(), questions.end(), *found), *found);
}

void NetReader::finish() {
  for (std::size_t i = 0; i < has_next_.size(); ++i) {
    if (has_next_[i]) continue;
    in_.diagnostics().error(net_->fluents[i].declaration, "parse",
                            "the text does not define `next` of this fluent");
  }
  for (std::size_t i = 0; i < has_legal_.size(); ++i) {
    if (has_legal_[i]) continue;
    in_.diagnostics().error(net_->moves[i].declaration, "parse",
                            "the text does not define `legal` of this move");
  }
  if (!has_terminal_) {
    in_.diagnostics().error(in_.token_span(), "parse", "the text does not define `terminal`");
  }
  in_.module.net = std::move(net_);
}

}  // namespace tesuji::ir
