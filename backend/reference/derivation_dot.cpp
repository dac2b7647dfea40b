#include "backend/reference/derivation_dot.h"

#include "backend/reference/derivation_text.h"

#include <fmt/format.h>

#include <string_view>

namespace tesuji::reference {

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
