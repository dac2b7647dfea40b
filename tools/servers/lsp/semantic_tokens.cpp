// Lists the names of a rulesheet with their kinds, for colours.
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace tesuji::tools {
namespace {

using frontend::NodeId;
using frontend::SheetNode;
using frontend::TermPlace;
using frontend::TextRange;

// Numbers of kinds and bits of modifiers, as in token_legend().
enum TokenKind : std::uint32_t {
  token_keyword,
  token_relation,
  token_fluent,
  token_move,
  token_function,
  token_constant,
  token_number,
  token_variable,
  token_comment,
};
constexpr std::uint32_t modifier_definition = 1;
constexpr std::uint32_t modifier_static = 2;

struct SemanticToken {
  TextRange range;
  std::uint32_t kind = 0;
  std::uint32_t modifiers = 0;
};

SemanticToken token_of(const frontend::SheetSnapshot& sheet, NodeId id) {
  const SheetNode& node = sheet.tree()[id];
  const std::uint32_t definition = node.head ? modifier_definition : 0;
  switch (node.kind) {
    case SheetNode::Kind::rule:
    case SheetNode::Kind::connective:
    case SheetNode::Kind::nameless:
      break;
    case SheetNode::Kind::relation: {
      if (sheet.index().keyword(id) != frontend::Keyword::none) {
        return {node.word, token_keyword, definition};
      }
      const std::uint32_t fixed = sheet.index().is_static(node.name) ? modifier_static : 0;
      return {node.word, token_relation, definition | fixed};
    }
    case SheetNode::Kind::variable:
      return {node.word, token_variable, 0};
    case SheetNode::Kind::function:
    case SheetNode::Kind::constant: {
      const TermPlace place = sheet.index().place_of(id);
      if (place == TermPlace::fluent) return {node.word, token_fluent, 0};
      if (place == TermPlace::move) return {node.word, token_move, 0};
      if (node.kind == SheetNode::Kind::function) return {node.word, token_function, 0};
      const bool number = sheet.symbols().is_integer(node.name);
      return {node.word, number ? token_number : token_constant, 0};
    }
  }
  return {node.word, token_keyword, 0};
}

/// Encodes tokens as five numbers each, relative to the one before; each token is within a line.
Json encoded(const Workspace& workspace, const OpenDocument& document, TextRange range) {
  const frontend::SheetSnapshot& sheet = document.sheet();
  std::vector<SemanticToken> tokens;
  for (NodeId id = 0; id < sheet.tree().nodes.size(); ++id) {
    const TextRange word = sheet.tree()[id].word;
    if (word.empty() || word.end < range.begin || word.begin > range.end) continue;
    tokens.push_back(token_of(sheet, id));
  }
  for (const TextRange comment : sheet.tree().comments) {
    if (comment.end < range.begin || comment.begin > range.end) continue;
    tokens.push_back({comment, token_comment, 0});
  }
  std::sort(tokens.begin(), tokens.end(), [](const SemanticToken& a, const SemanticToken& b) {
    return a.range.begin < b.range.begin;
  });
  const ir::SourceFile& source = sheet.source();
  std::vector<std::uint32_t> data;
  std::uint32_t last_line = 0;
  std::uint32_t last_start = 0;
  std::uint32_t last_column = 0;  ///< of that token, in bytes: units are counted from there
  const auto add = [&](std::uint32_t line, std::string_view text, std::uint32_t column,
                       std::uint32_t bytes, const SemanticToken& token) {
    const bool same = line == last_line;
    const std::uint32_t from = same ? last_column : 0;
    const std::uint32_t start =
        (same ? last_start : 0) + units_in(text.substr(from, column - from), workspace.units);
    const std::uint32_t length = units_in(text.substr(column, bytes), workspace.units);
    if (length == 0) return;
    const std::array<std::uint32_t, 5> numbers{line - last_line, same ? start - last_start : start,
                                               length, token.kind, token.modifiers};
    data.insert(data.end(), numbers.begin(), numbers.end());
    last_line = line;
    last_start = start;
    last_column = column;
  };
  for (const SemanticToken& token : tokens) {
    const ir::Position first = frontend::position_of(source, token.range.begin);
    const ir::Position last = frontend::position_of(source, token.range.end);
    for (std::uint32_t line = first.line; line <= last.line; ++line) {
      const std::string_view text = source.line(line);
      const auto size = static_cast<std::uint32_t>(text.size());
      const std::uint32_t begin = line == first.line ? first.column - 1 : 0;
      const std::uint32_t end = line == last.line ? std::min(last.column - 1, size) : size;
      if (begin < end) add(line - 1, text, begin, end - begin, token);
    }
  }
  return {{"data", data}};
}

}  // namespace

Json token_legend() {
  return {{"tokenTypes",
           {"keyword", "function", "property", "method", "struct", "enumMember", "number",
            "variable", "comment"}},
          {"tokenModifiers", {"definition", "static"}}};
}

Json list_tokens(const Workspace& workspace, const OpenDocument& document, const Json&) {
  const auto size = static_cast<std::uint32_t>(document.source().text.size());
  return encoded(workspace, document, {0, size});
}

Json list_tokens_of_range(const Workspace& workspace, const OpenDocument& document,
                          const Json& params) {
  const Json& range = params.at("range");
  return encoded(workspace, document,
                 {offset_of(document.source(), range.at("start"), workspace.units),
                  offset_of(document.source(), range.at("end"), workspace.units)});
}

}  // namespace tesuji::tools
