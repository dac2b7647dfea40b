// Finds where names of a rulesheet are defined and used.
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <algorithm>

namespace tesuji::tools {
namespace {

using frontend::Keyword;
using frontend::NameKey;
using frontend::no_node;
using frontend::NodeId;

Json locations_of(const Workspace& workspace, const OpenDocument& document,
                  const std::vector<NodeId>& nodes) {
  Json list = Json::array();
  for (const NodeId node : nodes) {
    list.push_back(to_location(workspace, document, document.sheet().tree()[node].word));
  }
  return list;
}

/// Returns the node that a name refers to: for `true` and `does` the fluent or move after it.
NodeId meant_node(const frontend::SheetSnapshot& sheet, NodeId node) {
  if (node == no_node) return node;
  const Keyword keyword = sheet.index().keyword(node);
  const NodeId argument = keyword == Keyword::holds  ? sheet.tree().child(node, 0)
                          : keyword == Keyword::does ? sheet.tree().child(node, 1)
                                                     : no_node;
  const bool named =
      argument != no_node && sheet.index().key_of(argument).kind == NameKey::Kind::term;
  return named ? argument : node;
}

std::vector<NodeId> definitions_at(const Workspace& workspace, const OpenDocument& document,
                                   const Json& params) {
  const frontend::SheetSnapshot& sheet = document.sheet();
  const NodeId node = meant_node(sheet, asked_node(workspace, document, params));
  if (node == no_node) return {};
  return sheet.index().definitions(sheet.index().key_of(node));
}

}  // namespace

/// Returns the first clause of a relation, fluent or move; `textDocument/implementation` returns
/// all.
Json find_definition(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  std::vector<NodeId> nodes = definitions_at(workspace, document, params);
  if (nodes.empty()) return nullptr;
  nodes.resize(1);
  return locations_of(workspace, document, nodes);
}

Json find_implementations(const Workspace& workspace, const OpenDocument& document,
                          const Json& params) {
  return locations_of(workspace, document, definitions_at(workspace, document, params));
}

Json find_references(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  const frontend::SheetSnapshot& sheet = document.sheet();
  const NodeId node = asked_node(workspace, document, params);
  if (node == no_node) return nullptr;
  const NameKey key = sheet.index().key_of(node);
  const auto context = params.find("context");
  const bool all = context == params.end() || context->value("includeDeclaration", true);
  std::vector<NodeId> nodes;
  const std::vector<NodeId> definitions = sheet.index().definitions(key);
  for (const NodeId place : sheet.index().occurrences(key)) {
    if (all || !std::binary_search(definitions.begin(), definitions.end(), place)) {
      nodes.push_back(place);
    }
  }
  return locations_of(workspace, document, nodes);
}

Json find_highlights(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  constexpr int text = 1;
  constexpr int write = 3;
  const frontend::SheetSnapshot& sheet = document.sheet();
  const NodeId node = asked_node(workspace, document, params);
  if (node == no_node) return nullptr;
  Json list = Json::array();
  for (const NodeId place : sheet.index().occurrences(sheet.index().key_of(node))) {
    const frontend::SheetNode& found = sheet.tree()[place];
    list.push_back({{"range", document.range(found.word, workspace.units)},
                    {"kind", found.head ? write : text}});
  }
  return list;
}

}  // namespace tesuji::tools
