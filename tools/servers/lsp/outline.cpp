// Lists the clauses of a rulesheet as symbols, and the ranges that can be folded.
#include "frontend/gdl/editing/describe.h"
#include "ir/core/counted.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace tesuji::tools {
namespace {

using frontend::no_node;
using frontend::NodeId;
using frontend::SheetNode;
using frontend::TextRange;

// SymbolKind of the protocol.
constexpr int kind_function = 12;
constexpr int kind_constant = 14;
constexpr int kind_event = 24;

/// Consecutive clauses with the same conclusion.
struct ClauseGroup {
  std::string label;
  std::vector<NodeId> clauses;
};

std::vector<ClauseGroup> clause_groups(const frontend::SheetSnapshot& sheet) {
  std::vector<ClauseGroup> groups;
  const frontend::SourceTree& tree = sheet.tree();
  for (const NodeId clause : tree.clauses) {
    const NodeId head = tree.head_of(clause);
    if (head == no_node || tree[head].kind != SheetNode::Kind::relation) continue;
    std::string label = frontend::head_label(sheet, head);
    if (groups.empty() || groups.back().label != label) groups.push_back({std::move(label), {}});
    groups.back().clauses.push_back(clause);
  }
  return groups;
}

int symbol_kind(const frontend::SheetSnapshot& sheet, NodeId clause) {
  const NodeId head = sheet.tree().head_of(clause);
  if (sheet.index().keyword(head) != frontend::Keyword::none) return kind_event;
  return sheet.index().is_static(sheet.tree()[head].name) ? kind_constant : kind_function;
}

/// Returns a clause's head on one line.
std::string head_text(const frontend::SheetSnapshot& sheet, NodeId head) {
  constexpr std::size_t longest = 80;
  const TextRange range = sheet.tree()[head].whole;
  std::string text;
  for (const char c :
       std::string_view(sheet.source().text).substr(range.begin, range.end - range.begin)) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
    if (text.size() >= longest) break;
  }
  return text;
}

Json symbol_of(const Workspace& workspace, const OpenDocument& document, const ClauseGroup& group) {
  const frontend::SheetSnapshot& sheet = document.sheet();
  const frontend::SourceTree& tree = sheet.tree();
  const auto to_json = [&](TextRange range) { return document.range(range, workspace.units); };
  const NodeId first = group.clauses.front();
  const int kind = symbol_kind(sheet, first);
  Json children = Json::array();
  // A table of facts is one symbol.
  constexpr std::size_t most_facts = 100;
  const bool all_facts =
      std::all_of(group.clauses.begin(), group.clauses.end(),
                  [&](NodeId clause) { return tree[clause].kind != SheetNode::Kind::rule; });
  const bool is_table = all_facts && group.clauses.size() > most_facts;
  for (const NodeId clause : group.clauses) {
    if (is_table || group.clauses.size() == 1) break;
    const NodeId head = tree.head_of(clause);
    children.push_back(make_object("name", head_text(sheet, head), "kind", kind, "range",
                                   to_json(tree[clause].whole), "selectionRange",
                                   to_json(tree[head].word)));
  }
  const TextRange whole{tree[first].whole.begin, tree[group.clauses.back()].whole.end};
  Json symbol = make_object(
      "name", group.label, "detail", ir::counted(group.clauses.size(), "clause"), "kind", kind,
      "range", to_json(whole), "selectionRange", to_json(tree[tree.head_of(first)].word));
  if (!children.empty()) symbol["children"] = std::move(children);
  return symbol;
}

}  // namespace

Json list_symbols(const Workspace& workspace, const OpenDocument& document, const Json&) {
  Json list = Json::array();
  for (const ClauseGroup& group : clause_groups(document.sheet())) {
    Json symbol = symbol_of(workspace, document, group);
    if (workspace.nested_symbols) {
      list.push_back(std::move(symbol));
    } else {
      list.push_back({{"name", symbol["name"]},
                      {"kind", symbol["kind"]},
                      {"location", {{"uri", document.uri()}, {"range", symbol["range"]}}}});
    }
  }
  return list;
}

Json outline_of(const Workspace& workspace, const OpenDocument& document) {
  Json list = Json::array();
  std::unordered_set<std::string> seen;
  const frontend::SourceTree& tree = document.sheet().tree();
  for (const ClauseGroup& group : clause_groups(document.sheet())) {
    if (!seen.insert(group.label).second) continue;
    const NodeId clause = group.clauses.front();
    list.push_back({{"name", group.label},
                    {"kind", symbol_kind(document.sheet(), clause)},
                    {"location", to_location(workspace, document, tree[tree.head_of(clause)].word)},
                    {"containerName", document.path()}});
  }
  return list;
}

Json list_foldings(const Workspace&, const OpenDocument& document, const Json&) {
  const frontend::SheetSnapshot& sheet = document.sheet();
  const auto line_of = [&](std::uint32_t offset) {
    return frontend::position_of(sheet.source(), offset).line - 1;
  };
  Json list = Json::array();
  for (const NodeId clause : sheet.tree().clauses) {
    const TextRange range = sheet.tree()[clause].whole;
    const std::uint32_t first = line_of(range.begin);
    const std::uint32_t last = line_of(range.end);
    if (last > first) list.push_back({{"startLine", first}, {"endLine", last}});
  }
  // Directly consecutive lines of comments.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> block;
  const auto end_block = [&] {
    if (block && block->second > block->first) {
      list.push_back(
          {{"startLine", block->first}, {"endLine", block->second}, {"kind", "comment"}});
    }
  };
  for (const TextRange comment : sheet.tree().comments) {
    const std::uint32_t first = line_of(comment.begin);
    const std::uint32_t last = line_of(comment.end);
    if (block && first == block->second + 1) {
      block->second = last;
      continue;
    }
    end_block();
    block = {first, last};
  }
  end_block();
  return list;
}

}  // namespace tesuji::tools
