#include "ir/text/net_dot.h"

#include "ir/nets/net_term.h"
#include "ir/text/net_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::ir {
namespace {

Signal answer_signal(const Net& net, NetAnswerId answer) {
  switch (answer.question) {
    case NetQuestion::legal:
      return net.moves[answer.position].legal;
    case NetQuestion::next:
      return net.fluents[answer.position].next;
    case NetQuestion::terminal:
      return net.terminal;
    case NetQuestion::goal:
      return net.goals[answer.position].holds;
    case NetQuestion::sees:
      break;
  }
  return net.percepts[answer.position].holds;
}

/// Returns the atom of an answer; null for terminal.
const NetAtom* atom_of(const Net& net, NetAnswerId answer) {
  switch (answer.question) {
    case NetQuestion::legal:
      return &net.moves[answer.position].atom;
    case NetQuestion::next:
      return &net.fluents[answer.position].atom;
    case NetQuestion::terminal:
      return nullptr;
    case NetQuestion::goal:
      return &net.goals[answer.position].atom;
    case NetQuestion::sees:
      break;
  }
  return &net.percepts[answer.position].atom;
}

std::vector<Signal> signals_of(const Net& net, const std::vector<NetAnswerId>& answers) {
  std::vector<Signal> signals;
  for (const NetAnswerId answer : answers) signals.push_back(answer_signal(net, answer));
  return signals;
}

/// Removes blanks that have no meaning: beside marks and other blanks.
std::string without_blanks(std::string_view text) {
  std::string result;
  bool blank = false;
  for (const char c : text) {
    if (c == ' ' || c == '\t') {
      blank = true;
      continue;
    }
    const bool marks = c == '(' || c == ')' || c == ',';
    const bool after_mark =
        result.empty() || result.back() == '(' || result.back() == ')' || result.back() == ',';
    if (blank && !marks && !after_mark) result += ' ';
    result += c;
    blank = false;
  }
  return result;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

class DotPrinter {
 public:
  DotPrinter(const Module& module, const Net& net, const std::vector<NetAnswerId>& answers)
      : module_(module),
        net_(net),
        answers_(answers),
        names_(module, net),
        needed_(cone_of(net, signals_of(net, answers))),
        is_or_(net.nodes.size(), false) {
    find_disjunctions();
  }

  std::string print() {
    text_ =
        fmt::format("digraph {} {{\n  rankdir=LR;\n  node [fontname=\"Helvetica\", fontsize=10];\n",
                    quoted(module_.game));
    print_inputs("fluents", "fluents", NetNode::Kind::fluent);
    print_inputs("moves", "moves that are made", NetNode::Kind::move);
    print_gates();
    for (const NetQuestion question : net_questions) print_answers(question);
    print_edges();
    return std::move(text_) + "}\n";
  }

 private:
  [[nodiscard]] bool is_gate(NodeId node) const {
    return net_.nodes[node].kind == NetNode::Kind::conjunction;
  }

  /// Finds conjunctions that are only used complemented.
  void find_disjunctions() {
    std::vector<bool> used_as_is(net_.nodes.size(), false);
    const auto use = [&](Signal signal) {
      if (!is_complemented(signal)) used_as_is[node_of(signal)] = true;
    };
    for (const NetAnswerId answer : answers_) use(answer_signal(net_, answer));
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!needed_[node] || !is_gate(node)) continue;
      for (const Signal input : net_.inputs_of(node)) use(input);
    }
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      is_or_[node] = needed_[node] && is_gate(node) && !used_as_is[node];
    }
  }

  void print_inputs(std::string_view cluster, std::string_view label, NetNode::Kind kind) {
    std::string inside;
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!needed_[node] || net_.nodes[node].kind != kind) continue;
      const std::uint32_t position = net_.nodes[node].first;
      const NetAtom& atom =
          kind == NetNode::Kind::fluent ? net_.fluents[position].atom : net_.moves[position].atom;
      inside += fmt::format("    n{} [shape=box, label={}];\n", node, quoted(names_.atom(atom)));
    }
    print_cluster(cluster, label, inside);
  }

  void print_cluster(std::string_view name, std::string_view label, const std::string& inside) {
    if (inside.empty()) return;
    text_ += fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n    color=grey;\n{}  }}\n",
                         name, label, inside);
  }

  void print_gates() {
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!needed_[node]) continue;
      if (node == 0) text_ += "  n0 [shape=plaintext, label=\"false\"];\n";
      if (!is_gate(node)) continue;
      text_ += fmt::format("  n{} [shape={}, label=\"{}\", tooltip=\"{}\"];\n", node,
                           is_or_[node] ? "invhouse" : "ellipse", is_or_[node] ? "or" : "and",
                           names_.signal(signal_of(node)));
    }
  }

  void print_answers(NetQuestion question) {
    std::string inside;
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      if (answers_[i].question != question) continue;
      const NetAtom* atom = atom_of(net_, answers_[i]);
      inside += fmt::format("    a{} [shape=box, style=rounded, label={}];\n", i,
                            quoted(atom == nullptr ? "terminal" : names_.atom(*atom)));
    }
    print_cluster(name_of(question), name_of(question), inside);
  }

  void print_edge(Signal from, std::string_view to) {
    const bool bubble = is_complemented(from) != is_or_[node_of(from)];
    text_ += fmt::format("  n{} -> {}{};\n", node_of(from), to, bubble ? " [arrowhead=odot]" : "");
  }

  void print_edges() {
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!needed_[node] || !is_gate(node)) continue;
      for (const Signal input : net_.inputs_of(node)) {
        print_edge(is_or_[node] ? complement(input) : input, fmt::format("n{}", node));
      }
    }
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      print_edge(answer_signal(net_, answers_[i]), fmt::format("a{}", i));
    }
  }

  const Module& module_;
  const Net& net_;
  const std::vector<NetAnswerId>& answers_;
  NetNames names_;
  std::vector<bool> needed_;
  std::vector<bool> is_or_;  ///< by node
  std::string text_;
};

}  // namespace

std::vector<NetAnswerId> select_answers(const Module& module, const Net& net,
                                        std::string_view name) {
  const NetNames names(module, net);
  const std::string wanted = without_blanks(name);
  std::vector<NetAnswerId> selected;
  for (const NetQuestion question : net_questions) {
    const auto count = static_cast<std::uint32_t>(net_answers(net, question).size());
    for (std::uint32_t i = 0; i < count; ++i) {
      const NetAnswerId answer{question, i};
      bool matches = wanted.empty() || wanted == name_of(question);
      if (const NetAtom* atom = atom_of(net, answer); atom != nullptr && !matches) {
        // A bare number would match any goal of that value, and many other names.
        matches =
            wanted == without_blanks(names.atom(*atom)) ||
            (question != NetQuestion::goal && wanted == without_blanks(term_of(module, *atom)));
      }
      if (matches) selected.push_back(answer);
    }
  }
  return selected;
}

std::size_t count_drawn(const Net& net, const std::vector<NetAnswerId>& answers) {
  const std::vector<bool> needed = cone_of(net, signals_of(net, answers));
  return answers.size() + static_cast<std::size_t>(std::count(needed.begin(), needed.end(), true));
}

std::string print_dot(const Module& module, const Net& net,
                      const std::vector<NetAnswerId>& answers) {
  return DotPrinter(module, net, answers).print();
}

}  // namespace tesuji::ir
