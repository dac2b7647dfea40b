#include "frontend/gdl/editing/repair.h"

#include "frontend/gdl/editing/describe.h"
#include "frontend/gdl/editing/layout_lines.h"

#include <fmt/format.h>

#include <utility>

namespace tesuji::frontend {
namespace {

using Kind = SheetNode::Kind;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

NodeId last_child(const SourceTree& tree, NodeId node) {
  NodeId last = no_node;
  for (NodeId at = tree.first_child(node); at != no_node; at = tree.next_sibling(at)) last = at;
  return last;
}

/// Returns the blanks between the line's begin and the offset; empty if other text is there.
std::optional<std::string> indent_before(std::string_view text, std::uint32_t offset) {
  std::uint32_t begin = offset;
  while (begin > 0 && is_blank(text[begin - 1])) --begin;
  if (begin > 0 && text[begin - 1] != '\n') return std::nullopt;
  return std::string(text.substr(begin, offset - begin));
}

bool has_variable(const SourceTree& tree, NodeId node, ir::Symbol variable) {
  for (NodeId at = node; at < tree[node].end; ++at) {
    if (tree[at].kind == Kind::variable && tree[at].name == variable) return true;
  }
  return false;
}

}  // namespace

std::optional<SheetEdit> insert_condition(const SheetSnapshot& sheet, NodeId variable,
                                          std::string_view condition) {
  const SourceTree& tree = sheet.tree();
  const std::string& text = sheet.source().text;
  const bool infix = sheet.syntax() == Syntax::infix;
  const NodeId rule = tree.clauses[tree[variable].clause];
  if (tree[rule].kind != Kind::rule) return std::nullopt;
  NodeId before = no_node;
  for (NodeId at = tree.child(rule, 1); at != no_node; at = tree.next_sibling(at)) {
    const bool grouped =
        tree[at].kind == Kind::connective && (sheet.name(at) == "or" || sheet.name(at) == "and");
    if (infix && grouped) return std::nullopt;
    if (before == no_node && has_variable(tree, at, tree[variable].name)) before = at;
  }
  const std::string separator = infix ? " &" : "";
  const std::string line_end(line_end_of(text));
  if (before != no_node) {
    const std::uint32_t begin = tree[before].whole.begin;
    const auto indent = indent_before(text, begin);
    return SheetEdit{{begin, begin},
                     fmt::format("{}{}{}", condition, separator,
                                 indent ? line_end + *indent : std::string(" "))};
  }
  const NodeId last = last_child(tree, rule);
  if (last == no_node || tree.child(rule, 1) == no_node) return std::nullopt;
  const std::uint32_t end = tree[last].whole.end;
  const auto indent = indent_before(text, tree[last].whole.begin);
  return SheetEdit{
      {end, end},
      fmt::format("{}{}{}", separator, indent ? line_end + *indent : std::string(" "), condition)};
}

std::vector<SheetEdit> negate_by_relation(const SheetSnapshot& sheet, NodeId variable,
                                          std::string_view negated, std::string_view rule) {
  const SourceTree& tree = sheet.tree();
  const NodeId clause = tree.clauses[tree[variable].clause];
  if (tree[clause].kind != Kind::rule) return {};
  for (NodeId at = tree.child(clause, 1); at != no_node; at = tree.next_sibling(at)) {
    const NodeId atom = tree.first_child(at);
    const bool negation = tree[at].kind == Kind::connective && sheet.name(at) == "not" &&
                          tree[at].arity == 1 && tree[atom].kind == Kind::relation;
    if (!negation || !has_variable(tree, atom, tree[variable].name)) continue;
    return {{tree[at].whole, std::string(negated)}, add_after(sheet, clause, std::string(rule))};
  }
  return {};
}

std::optional<SheetEdit> insert_frame_axiom(const SheetSnapshot& sheet, NodeId fluent) {
  const NodeId last = find_clause(sheet, Keyword::next, true);
  if (last == no_node) return std::nullopt;
  const ClauseWriter writer(sheet);
  const SheetNode& node = sheet.tree()[fluent];
  std::vector<std::string> variables;
  const Signature shown = signature_of(sheet, fluent);
  for (std::uint32_t i = 0; i < node.arity && i < shown.parameters.size(); ++i) {
    const TextRange name = shown.parameters[i];
    variables.push_back(writer.variable(shown.text.substr(name.begin, name.end - name.begin)));
  }
  if (variables.size() != node.arity) return std::nullopt;
  const std::string term = writer.term(node, variables);
  return add_after(
      sheet, last,
      writer.clause(writer.compound("next", {term}), {writer.compound("true", {term})}));
}

SheetEdit remove_clause(const SheetSnapshot& sheet, NodeId node) {
  const std::string& text = sheet.source().text;
  const NodeId clause = sheet.tree().clauses[sheet.tree()[node].clause];
  const std::uint32_t clause_begin = sheet.tree()[clause].whole.begin;
  std::uint32_t end = end_of_clause(sheet, clause);
  while (end < text.size() && is_blank(text[end])) ++end;
  const auto indent = indent_before(text, clause_begin);
  const bool alone = indent && (end == text.size() || text[end] == '\n');
  if (!alone) return {{clause_begin, end}, ""};
  const std::uint32_t begin = clause_begin - static_cast<std::uint32_t>(indent->size());
  return {{begin, end == text.size() ? end : end + 1}, ""};
}

}  // namespace tesuji::frontend
