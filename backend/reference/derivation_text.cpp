#include "backend/reference/derivation_text.h"

#include "backend/reference/goals.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tesuji::reference {
namespace {

using Node = DerivationNode;
using Outcome = DerivationNode::Outcome;
using TreeStep = DerivationNode::Step;

struct Drawing {
  std::string_view line, branch, last, open, blank, nested, box, fails, loop, limit;
};

const Drawing& drawing(Glyphs glyphs) {
  static const Drawing unicode{"│ ", "├─ ", "└─ ", "│  ", "   ", "┊  ", "□", "✗ ", "↻ ", "… "};
  static const Drawing ascii{"| ", "+- ", "`- ", "|  ", "   ", ":  ", "[]", "x ", "@ ", "... "};
  return glyphs == Glyphs::unicode ? unicode : ascii;
}

std::string_view mark_of(Outcome outcome, const Drawing& draw) {
  switch (outcome) {
    case Outcome::failure:
      return draw.fails;
    case Outcome::loop:
      return draw.loop;
    case Outcome::limit:
      return draw.limit;
    case Outcome::open:
    case Outcome::success:
      break;
  }
  return {};
}

/// Returns the query of a node, and how it ends if it does.
std::string node_text(const DerivationTree& tree, std::size_t index, const Notation& notation,
                      const Drawing& draw) {
  const Node& node = tree.nodes[index];
  if (node.outcome == Outcome::success) return std::string(draw.box);
  std::string text = notation.conjunction(node.goals, tree.variable_names);
  const std::string end = end_text(tree, node, notation);
  if (!end.empty()) text += fmt::format("   {}{}", mark_of(node.outcome, draw), end);
  return text;
}

class TreeWriter {
 public:
  TreeWriter(const DerivationTree& tree, const Program& program, const Notation& notation,
             Glyphs glyphs)
      : tree_(tree), program_(program), notation_(notation), draw_(drawing(glyphs)) {}

  std::string write() {
    if (!tree_.nodes.empty()) items_.push_back({0, {}, {}});
    // Depth first without recursion: a derivation may be long.
    while (!items_.empty()) {
      const Item item = std::move(items_.back());
      items_.pop_back();
      if (!item.line.empty()) text_ += item.line + '\n';
      if (item.node != no_node) write_node(item);
    }
    return std::move(text_);
  }

 private:
  /// A line, then a node with its subtree, each line after the prefix.
  struct Item {
    std::size_t node = no_node;
    std::string prefix;
    std::string line;
  };

  void write_node(const Item& item) {
    const Node& node = tree_.nodes[item.node];
    text_ += item.prefix + node_text(tree_, item.node, notation_, draw_);
    if (node.outcome == Outcome::success && !node.answer.empty()) {
      text_ += ' ' + answer_text(tree_, node, notation_);
    }
    text_ += '\n';
    push_children(node, item.prefix);
    if (node.negated != no_node) {
      items_.push_back({node.negated, item.prefix + std::string(draw_.nested), {}});
    }
  }

  void push_children(const Node& node, const std::string& prefix) {
    const std::size_t count = node.children.size() + (node.cut && !node.children.empty() ? 1 : 0);
    std::vector<Item> items;
    for (const std::size_t child : node.children) {
      const std::string label = arc_label(node, tree_.nodes[child]);
      if (count == 1) {
        items.push_back({child, prefix, prefix + std::string(draw_.line) + label});
        continue;
      }
      const bool last = items.size() + 1 == count;
      items.push_back({child, prefix + std::string(last ? draw_.blank : draw_.open),
                       prefix + std::string(last ? draw_.last : draw_.branch) + label});
    }
    if (items.size() < count) {
      items.push_back(
          {no_node, {}, fmt::format("{}{}{}more was left out", prefix, draw_.last, draw_.limit)});
    }
    for (; !items.empty(); items.pop_back()) items_.push_back(std::move(items.back()));
  }

  std::string arc_label(const Node& parent, const Node& child) const {
    std::string label = step_label(child, program_, notation_);
    if (parent.selected != 0) {
      label += " for " + notation_.goal(parent.goals[parent.selected], tree_.variable_names);
    }
    if (!child.unifier.empty()) {
      label += ' ' + substitution_text(child.unifier, tree_.variable_names, notation_);
    }
    return label;
  }

  const DerivationTree& tree_;
  const Program& program_;
  const Notation& notation_;
  const Drawing& draw_;
  std::vector<Item> items_;  ///< items still to be printed, the next one last
  std::string text_;
};

class DerivationWriter {
 public:
  DerivationWriter(const DerivationTree& tree, Program& program, const Notation& notation,
                   Glyphs glyphs)
      : tree_(tree), program_(program), notation_(notation), draw_(drawing(glyphs)) {}

  std::string write(std::size_t end, std::size_t skipped) {
    sections_.push_back({derivation_path(tree_, end), skipped, skipped, {}});
    while (!sections_.empty()) {
      Section& section = sections_.back();
      if (section.at == section.path.size()) {
        sections_.pop_back();
        continue;
      }
      write_node(section);
    }
    return std::move(text_);
  }

 private:
  /// A derivation and how much of it is printed.
  struct Section {
    std::vector<std::size_t> path;
    std::size_t first = 0;  ///< number of its first node
    std::size_t at = 0;
    std::string indent;
  };

  void write_node(Section& section) {
    const std::size_t index = section.path[section.at];
    const Node& node = tree_.nodes[index];
    if (section.at > section.first)
      write_step(section, tree_.nodes[section.path[section.at - 1]], node);
    text_ += fmt::format("{}{}\n", section.indent, node_text(tree_, index, notation_, draw_));
    ++section.at;
    if (node.negated != no_node && node.outcome == Outcome::failure) {
      // The search below a negation ends with its success, so the success is its last node.
      std::size_t last = node.negated;
      while (!tree_.nodes[last].children.empty()) last = tree_.nodes[last].children.back();
      if (tree_.nodes[last].outcome != Outcome::success) return;
      std::string indent = section.indent + std::string(draw_.nested);
      sections_.push_back({derivation_path(tree_, last), 0, 0, std::move(indent)});
    }
  }

  void write_step(const Section& section, const Node& parent, const Node& child) {
    const std::string number = fmt::format("{:>4}. ", section.at);
    text_ += section.indent + number + step_label(child, program_, notation_);
    const std::string what = applied(parent, child);
    if (!what.empty()) text_ += ": " + what;
    text_ += '\n';
    if (parent.selected != 0) {
      text_ += fmt::format("{}      selects {}\n", section.indent,
                           notation_.goal(parent.goals[parent.selected], tree_.variable_names));
    }
    if (child.step == TreeStep::clause || !child.unifier.empty()) {
      text_ += fmt::format("{}      {}\n", section.indent,
                           substitution_text(child.unifier, tree_.variable_names, notation_));
    }
  }

  std::string applied(const Node& parent, const Node& child) {
    const Goal& goal = parent.goals[parent.selected];
    switch (child.step) {
      case TreeStep::clause: {
        const Clause& clause = program_.clauses()[child.clause];
        TermStore& terms = program_.terms();
        std::vector<Goal> body;
        for (const Goal& part : clause.body) {
          body.push_back(rename(part, child.first_variable, terms));
        }
        return notation_.clause(rename(clause.head, child.first_variable, terms), body,
                                tree_.variable_names);
      }
      case TreeStep::fact_true:
        return notation_.term(child.fact, tree_.variable_names);
      case TreeStep::fact_does: {
        Goal fact;
        fact.atom = child.fact;
        return notation_.goal(fact, tree_.variable_names);
      }
      case TreeStep::negation:
        return notation_.goal(goal.children[0], tree_.variable_names) +
               (parent.by_tables ? " (by tabled resolution, since its tree has loops)" : "");
      case TreeStep::distinct:
        return notation_.goal(goal, tree_.variable_names);
      case TreeStep::branch:
        return notation_.goal(goal.children[child.alternative], tree_.variable_names);
      case TreeStep::root:
        break;
    }
    return {};
  }

  const DerivationTree& tree_;
  Program& program_;
  const Notation& notation_;
  const Drawing& draw_;
  std::vector<Section> sections_;
  std::string text_;
};

}  // namespace

std::string substitution_text(std::span<const Binding> bindings, const Names& names,
                              const Notation& notation) {
  std::string text = "{";
  for (const auto& [variable, term] : bindings) {
    if (text.size() > 1) text += ", ";
    text += notation.variable(names[variable]) + '/' + notation.term(term, names);
  }
  return text + '}';
}

std::string answer_text(const DerivationTree& tree, const DerivationNode& success,
                        const Notation& notation) {
  std::vector<Binding> bindings;
  for (const TermId term : success.answer) {
    bindings.emplace_back(static_cast<Variable>(bindings.size()), term);
  }
  return substitution_text(bindings, tree.variable_names, notation);
}

std::string step_label(const DerivationNode& child, const Program& program,
                       const Notation& notation) {
  switch (child.step) {
    case TreeStep::clause:
      return notation.place(program.clauses()[child.clause].span);
    case TreeStep::fact_true:
      return "state";
    case TreeStep::fact_does:
      return "move";
    case TreeStep::negation:
      return "not derivable";
    case TreeStep::distinct:
      return "different";
    case TreeStep::branch:
      return fmt::format("alternative {}", child.alternative + 1);
    case TreeStep::root:
      break;
  }
  return {};
}

std::string end_text(const DerivationTree& tree, const DerivationNode& node,
                     const Notation& notation) {
  if (node.outcome == Outcome::open || node.outcome == Outcome::success) return {};
  const Goal& goal = node.goals[node.selected];
  const auto written = [&](const Goal& it) { return notation.goal(it, tree.variable_names); };
  if (node.outcome == Outcome::limit) return "limit";
  if (node.outcome == Outcome::loop) {
    const DerivationNode& earlier = tree.nodes[node.looks_like];
    return fmt::format("loop: {} repeats {}", written(goal),
                       written(earlier.goals[earlier.selected]));
  }
  if (goal.kind == Goal::Kind::negation) {
    return fmt::format("fails: {} is derivable{}", written(goal.children[0]),
                       node.by_tables ? " (by tabled resolution, since its tree has loops)" : "");
  }
  if (goal.kind == Goal::Kind::distinct) return "fails: the same term twice";
  if (node.goals.size() == 1) return "fails";
  return "fails: nothing matches " + written(goal);
}

std::string tree_text(const DerivationTree& tree, const Program& program, const Notation& notation,
                      Glyphs glyphs) {
  return TreeWriter(tree, program, notation, glyphs).write();
}

std::string derivation_text(const DerivationTree& tree, std::size_t end, Program& program,
                            const Notation& notation, Glyphs glyphs, std::size_t skipped) {
  return DerivationWriter(tree, program, notation, glyphs).write(end, skipped);
}

std::size_t shared_steps(const DerivationTree& tree, std::size_t end, std::size_t other) {
  const std::vector<std::size_t> path = derivation_path(tree, end);
  const std::vector<std::size_t> other_path = derivation_path(tree, other);
  const auto differ =
      std::mismatch(path.begin(), path.end(), other_path.begin(), other_path.end()).first;
  return static_cast<std::size_t>(differ - path.begin()) - 1;  // the first node is the query
}

namespace {

using Node = DerivationNode;
using Outcome = DerivationNode::Outcome;

/// Quotes a text for dot so that it is shown unchanged: `&` would begin an HTML entity, a backslash
/// an escape; bytes outside ASCII become `?`.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '\n') {
      result += "\\n";
    } else {
      const auto byte = static_cast<unsigned char>(c);
      result += byte < 0x20 || byte > 0x7E ? '?' : c;
    }
  }
  return result + '"';
}

std::string_view style_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::success:
      return "color=darkgreen, penwidth=2";
    case Outcome::failure:
      return "color=red3";
    case Outcome::loop:
      return "color=darkorange, style=dashed";
    case Outcome::limit:
      return "color=gray50, style=dotted";
    case Outcome::open:
      break;
  }
  return "color=black";
}

std::string label_of(const DerivationTree& tree, const Node& node, const Notation& notation) {
  if (node.outcome == Outcome::success) {
    return node.answer.empty() ? "[]" : "[]\n" + answer_text(tree, node, notation);
  }
  std::string label = notation.conjunction(node.goals, tree.variable_names);
  const std::string end = end_text(tree, node, notation);
  if (!end.empty()) label += '\n' + end;
  if (node.cut && !node.children.empty()) label += "\nmore was left out";
  return label;
}

}  // namespace

std::string tree_dot(const DerivationTree& tree, const Program& program, const Notation& notation) {
  std::string text =
      "digraph derivation {\n"
      "  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
      "  edge [fontname=\"monospace\", fontsize=9];\n";
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    text += fmt::format("  n{} [label={}, {}];\n", i, quoted(label_of(tree, node, notation)),
                        style_of(node.outcome));
    for (const std::size_t index : node.children) {
      const Node& child = tree.nodes[index];
      std::string label = step_label(child, program, notation);
      if (node.selected != 0) {
        label += " for " + notation.goal(node.goals[node.selected], tree.variable_names);
      }
      if (!child.unifier.empty()) {
        label += '\n' + substitution_text(child.unifier, tree.variable_names, notation);
      }
      text += fmt::format("  n{} -> n{} [label={}];\n", i, index, quoted(label));
    }
    if (node.negated != no_node) {
      text += fmt::format("  n{} -> n{} [label={}, style=dotted];\n", i, node.negated,
                          quoted("is it derivable?"));
    }
  }
  return text + "}\n";
}

}  // namespace tesuji::reference
