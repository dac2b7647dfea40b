// Describes names of a rulesheet: hover, signature help, domains next to variables.
#include "frontend/gdl/editing/describe.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tesuji::tools {
namespace {

using frontend::no_node;
using frontend::NodeId;
using frontend::SheetNode;

Json markup(const Workspace& workspace, const frontend::Description& description) {
  std::string text;
  if (!workspace.markdown) {
    text = description.title;
    for (const std::string& line : description.lines) text += "\n" + line;
    return {{"kind", "plaintext"}, {"value", text}};
  }
  text = "```gdl\n" + description.title + "\n```";
  for (const std::string& line : description.lines) {
    text += "\n\n";
    // Names may contain characters that are special in Markdown.
    for (const char c : line) {
      if (std::string_view("\\`*_[<").find(c) != std::string_view::npos) text += '\\';
      text += c;
    }
  }
  return {{"kind", "markdown"}, {"value", text}};
}

/// Returns the relation, function or connective whose arguments enclose the offset, and the
/// argument's number.
std::pair<NodeId, std::uint32_t> argument_at(const frontend::SourceTree& tree,
                                             std::uint32_t offset) {
  NodeId list = tree.list_around(offset);
  // Within its own name a list is an argument of the enclosing one.
  while (list != no_node &&
         (tree[list].kind == SheetNode::Kind::rule ||
          tree[list].kind == SheetNode::Kind::nameless || offset <= tree[list].word.end)) {
    list = tree[list].parent;
  }
  if (list == no_node) return {no_node, 0};
  std::uint32_t argument = 0;
  for (NodeId at = tree.first_child(list); at != no_node && tree[at].whole.end < offset;
       at = tree.next_sibling(at)) {
    ++argument;
  }
  return {list, argument};
}

}  // namespace

Json show_hover(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  const NodeId node = asked_node(workspace, document, params);
  if (node == no_node) return nullptr;
  const frontend::Description description = frontend::describe(document.sheet(), node);
  if (description.title.empty()) return nullptr;
  return {{"contents", markup(workspace, description)},
          {"range", document.range(document.sheet().tree()[node].word, workspace.units)}};
}

Json show_signature(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  const frontend::SheetSnapshot& sheet = document.sheet();
  const std::uint32_t offset = asked_offset(workspace, document, params);
  const auto [list, argument] = argument_at(sheet.tree(), offset);
  if (list == no_node || sheet.tree().in_comment(offset)) return nullptr;
  const frontend::Signature signature = frontend::signature_of(sheet, list);
  if (signature.parameters.empty()) return nullptr;
  Json parameters = Json::array();
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const frontend::TextRange place = signature.parameters[i];
    Json parameter{{"label", signature.text.substr(place.begin, place.end - place.begin)}};
    if (!signature.domains[i].empty()) parameter["documentation"] = signature.domains[i];
    parameters.push_back(std::move(parameter));
  }
  const std::size_t active = std::min<std::size_t>(argument, signature.parameters.size() - 1);
  return {{"signatures", {{{"label", signature.text}, {"parameters", parameters}}}},
          {"activeSignature", 0},
          {"activeParameter", active}};
}

/// Returns the domain of each variable of a clause, at its first occurrence.
Json list_hints(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  const frontend::SheetSnapshot& sheet = document.sheet();
  const frontend::SourceTree& tree = sheet.tree();
  const Json& range = params.at("range");
  const std::uint32_t begin = offset_of(document.source(), range.at("start"), workspace.units);
  const std::uint32_t end = offset_of(document.source(), range.at("end"), workspace.units);
  constexpr std::size_t most_values = 4;
  Json list = Json::array();
  for (const NodeId clause : tree.clauses) {
    if (tree[clause].whole.end < begin || tree[clause].whole.begin > end) continue;
    std::set<ir::Symbol> seen;
    for (NodeId at = clause; at < tree[clause].end; ++at) {
      const SheetNode& node = tree[at];
      if (node.kind != SheetNode::Kind::variable || !seen.insert(node.name).second) continue;
      if (node.word.begin < begin || node.word.begin > end) continue;
      const std::string domain =
          frontend::text_of(sheet.values().of_variable(at), sheet.symbols(), most_values);
      if (domain.empty()) continue;
      list.push_back({{"position", to_position(document.source(), node.word.end, workspace.units)},
                      {"label", ": " + domain},
                      {"kind", 1}});
    }
  }
  return list;
}

}  // namespace tesuji::tools
