// Describes the rule at a place for commands of the editor: its head as a query, and whether it
// depends on the moves that are being made (`tesuji/rule`, not part of the protocol).
#include "frontend/gdl/editing/describe.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace tesuji::tools {
namespace {

using frontend::Keyword;
using frontend::no_node;
using frontend::NodeId;
using frontend::SheetNode;
using frontend::SheetSnapshot;
using frontend::SourceTree;
using frontend::TextRange;

/// Returns the last clause that begins at the offset or before it; no_node if no clause does.
NodeId clause_at(const SourceTree& tree, std::uint32_t offset) {
  const auto after =
      std::upper_bound(tree.clauses.begin(), tree.clauses.end(), offset,
                       [&](std::uint32_t at, NodeId one) { return at < tree[one].whole.begin; });
  return after == tree.clauses.begin() ? no_node : *std::prev(after);
}

/// Whether clauses of the relation read `does`, directly or through other relations.
bool depends_on_moves(const SheetSnapshot& sheet, ir::Symbol relation) {
  const SourceTree& tree = sheet.tree();
  std::set<ir::Symbol> seen{relation};
  std::vector<ir::Symbol> open{relation};
  while (!open.empty()) {
    const ir::Symbol name = open.back();
    open.pop_back();
    for (const NodeId head :
         sheet.index().definitions({frontend::NameKey::Kind::relation, name, 0})) {
      const NodeId clause = tree.clauses[tree[head].clause];
      for (NodeId at = clause; at < tree[clause].end; ++at) {
        if (tree[at].kind != SheetNode::Kind::relation || tree[at].head) continue;
        if (sheet.index().keyword(at) == Keyword::does) return true;
        if (seen.insert(tree[at].name).second) open.push_back(tree[at].name);
      }
    }
  }
  return false;
}

}  // namespace

Json show_rule(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  const SheetSnapshot& sheet = document.sheet();
  const SourceTree& tree = sheet.tree();
  const NodeId clause = clause_at(tree, asked_offset(workspace, document, params));
  const NodeId head = clause == no_node ? no_node : tree.head_of(clause);
  if (head == no_node || tree[head].kind != SheetNode::Kind::relation) return nullptr;
  const auto written = [&](TextRange range) {
    return document.source().text.substr(range.begin, range.end - range.begin);
  };
  Json roles = Json::array();
  for (NodeId one : tree.clauses) {
    one = tree.head_of(one);
    if (one == no_node || sheet.index().keyword(one) != Keyword::role) continue;
    const NodeId role = tree.child(one, 0);
    if (role != no_node) roles.push_back(std::string(sheet.written(role)));
  }
  const bool infix = sheet.syntax() == frontend::Syntax::infix;
  return make_object("label", frontend::head_label(sheet, head), "range",
                     document.range(tree[clause].whole, workspace.units), "rule",
                     written(tree[clause].whole), "query", written(tree[head].whole), "keyword",
                     sheet.index().keyword(head) == Keyword::none ? "" : sheet.name(head),
                     "needs_moves", depends_on_moves(sheet, tree[head].name), "roles",
                     std::move(roles), "syntax", infix ? "infix" : "kif");
}

}  // namespace tesuji::tools
