#include "frontend/gdl/editing/written_clauses.h"

#include "frontend/gdl/editing/layout_lines.h"
#include "frontend/gdl/infix_names.h"
#include "ir/core/characters.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::frontend {

ClauseWriter::ClauseWriter(const SheetSnapshot& sheet)
    : sheet_(sheet), infix_(sheet.syntax() == Syntax::infix) {}

std::string ClauseWriter::name(ir::Symbol symbol) const {
  const std::string& text = sheet_.symbols().text(symbol);
  return infix_ ? infix_name(text) : text;
}

std::string ClauseWriter::variable(std::string_view name) const {
  std::string text = ir::lower_case(std::string(name));
  if (!infix_) return "?" + text;
  const bool plain = std::all_of(text.begin(), text.end(), ir::is_word_byte);
  if (!plain || text[0] < 'a' || text[0] > 'z') return fmt::format("?'{}'", text);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string ClauseWriter::compound(const std::string& name,
                                   const std::vector<std::string>& arguments) const {
  if (arguments.empty()) return name;
  return infix_ ? fmt::format("{}({})", name, fmt::join(arguments, ","))
                : fmt::format("({} {})", name, fmt::join(arguments, " "));
}

std::string ClauseWriter::term(const SheetNode& node,
                               const std::vector<std::string>& arguments) const {
  const std::string text = name(node.name);
  if (node.kind == SheetNode::Kind::constant || !arguments.empty())
    return compound(text, arguments);
  return infix_ ? text + "()" : "(" + text + ")";
}

std::string ClauseWriter::clause(const std::string& head,
                                 const std::vector<std::string>& body) const {
  constexpr std::size_t longest_line = 100;
  if (body.empty()) return head;
  const std::string line = infix_ ? fmt::format("{} :- {}", head, fmt::join(body, " & "))
                                  : fmt::format("(<= {} {})", head, fmt::join(body, " "));
  if (line.size() <= longest_line) return line;
  const std::string line_end = std::string(line_end_of(sheet_.source().text)) + "    ";
  return infix_ ? fmt::format("{} :-{}{}", head, line_end, fmt::join(body, " &" + line_end))
                : fmt::format("(<= {}{}{})", head, line_end, fmt::join(body, line_end));
}

std::string ClauseWriter::lines(const std::vector<std::string>& clauses) const {
  return fmt::format("{}", fmt::join(clauses, line_end_of(sheet_.source().text)));
}

std::uint32_t end_of_clause(const SheetSnapshot& sheet, NodeId clause) {
  const std::string& text = sheet.source().text;
  const std::uint32_t end = sheet.tree()[clause].whole.end;
  if (sheet.syntax() != Syntax::infix) return end;
  const std::size_t stop = text.find_first_not_of(" \t\r", end);
  return stop != std::string::npos && text[stop] == '.' ? static_cast<std::uint32_t>(stop + 1)
                                                        : end;
}

SheetEdit add_after(const SheetSnapshot& sheet, NodeId clause, const std::string& clauses) {
  const std::string& text = sheet.source().text;
  const SourceTree& tree = sheet.tree();
  const std::string line_end(line_end_of(text));
  const std::uint32_t end = end_of_clause(sheet, clause);
  const auto next_line = text.find('\n', end);
  const auto behind =
      static_cast<std::uint32_t>(next_line == std::string::npos ? text.size() : next_line + 1);
  // Another clause, or an error, on the rest of the line would get in between.
  std::uint32_t at = end;
  while (at < behind && std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) ++at;
  // So would a comment that goes on below.
  const bool below = std::any_of(
      tree.comments.begin(), tree.comments.end(),
      [&](const TextRange& comment) { return comment.begin < behind && comment.end > behind; });
  const bool free = !below && (at == behind || tree.in_comment(at) || text[at] == ';');
  if (!free) return {{end, end}, line_end + clauses + line_end};
  if (next_line == std::string::npos) return {{behind, behind}, line_end + clauses + line_end};
  return {{behind, behind}, clauses + line_end};
}

NodeId find_clause(const SheetSnapshot& sheet, Keyword keyword, bool last) {
  NodeId found = no_node;
  for (const NodeId clause : sheet.tree().clauses) {
    const NodeId head = sheet.tree().head_of(clause);
    if (head == no_node || sheet.index().keyword(head) != keyword) continue;
    found = clause;
    if (!last) break;
  }
  return found;
}

}  // namespace tesuji::frontend
