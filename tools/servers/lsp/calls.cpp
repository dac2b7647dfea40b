// Answers the call hierarchy: which rules read a relation, fluent or move, and what its rules read.
//
// An entry is a relation, or a fluent or move with all its clauses: `cell` stands for the clauses
// of `init` and `next` that conclude it, and `mark` for those of `legal`. Entries name what they
// are about, so they stay valid while the text changes.
#include "frontend/gdl/editing/describe.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

using frontend::Keyword;
using frontend::NameKey;
using frontend::no_node;
using frontend::NodeId;
using frontend::SheetNode;
using frontend::SheetSnapshot;
using frontend::SourceTree;

// SymbolKind of the protocol.
constexpr int symbol_function = 12;
constexpr int symbol_constant = 14;
constexpr int symbol_field = 8;
constexpr int symbol_method = 6;
constexpr int symbol_event = 24;

/// Returns the fluent, move or percept in an atom of a keyword; otherwise the atom itself.
NodeId subject_of(const SheetSnapshot& sheet, NodeId atom) {
  const SourceTree& tree = sheet.tree();
  for (NodeId at = tree.first_child(atom); at != no_node; at = tree.next_sibling(at)) {
    const frontend::TermPlace place = sheet.index().place_of(at);
    const bool subject = place == frontend::TermPlace::fluent ||
                         place == frontend::TermPlace::move ||
                         place == frontend::TermPlace::percept;
    if (subject && sheet.index().key_of(at).kind == NameKey::Kind::term) return at;
  }
  return atom;
}

/// Returns the atom of a relation around a node; no_node outside any atom.
NodeId atom_around(const SourceTree& tree, NodeId node) {
  while (node != no_node && tree[node].kind != SheetNode::Kind::relation) node = tree[node].parent;
  return node;
}

/// Returns the subject of the atom around a name; no_node outside any atom.
NodeId asked_subject(const SheetSnapshot& sheet, NodeId node) {
  const NodeId atom = atom_around(sheet.tree(), node);
  return atom == no_node ? no_node : subject_of(sheet, atom);
}

int kind_of(const SheetSnapshot& sheet, NodeId node) {
  switch (sheet.index().place_of(node)) {
    case frontend::TermPlace::fluent:
      return symbol_field;
    case frontend::TermPlace::move:
    case frontend::TermPlace::percept:
      return symbol_method;
    default:
      break;
  }
  if (sheet.index().keyword(node) != Keyword::none) return symbol_event;
  return sheet.index().is_static(sheet.tree()[node].name) ? symbol_constant : symbol_function;
}

/// Returns a `CallHierarchyItem` for what stands at a node. Its place is its first definition, else
/// the node.
Json item_of(const Workspace& workspace, const OpenDocument& document, NodeId node) {
  const SheetSnapshot& sheet = document.sheet();
  const SourceTree& tree = sheet.tree();
  const NameKey key = sheet.index().key_of(node);
  const std::vector<NodeId> definitions = sheet.index().definitions(key);
  // Declarations are the least of what is known of a fluent or move.
  const auto concluded = std::find_if(definitions.begin(), definitions.end(), [&](NodeId one) {
    const Keyword keyword =
        tree[one].parent == no_node ? Keyword::none : sheet.index().keyword(tree[one].parent);
    return keyword != Keyword::base && keyword != Keyword::input;
  });
  const NodeId shown = concluded != definitions.end() ? *concluded
                       : definitions.empty()          ? node
                                                      : definitions.front();
  const NodeId head = atom_around(tree, shown);
  const NodeId clause = tree.clauses[tree[shown].clause];
  const bool relation = key.kind == NameKey::Kind::relation;
  std::string detail;
  if (head != no_node && tree[head].head) detail = frontend::head_label(sheet, head);
  return make_object(
      "name", sheet.name(node), "kind", kind_of(sheet, shown), "detail", std::move(detail), "uri",
      document.uri(), "range", document.range(tree[clause].whole, workspace.units),
      "selectionRange", document.range(tree[shown].word, workspace.units), "data",
      make_object("relation", relation, "name", sheet.name(node), "detail", key.detail));
}

/// Returns the key that an item names; kind `none` if the text has no such name any more.
NameKey key_of_item(const SheetSnapshot& sheet, const Json& item) {
  const Json& data = item.at("data");
  const auto symbol = sheet.symbols().find(data.at("name").get<std::string>());
  if (!symbol) return {};
  return {data.at("relation").get<bool>() ? NameKey::Kind::relation : NameKey::Kind::term, *symbol,
          data.at("detail").get<std::uint32_t>()};
}

/// Places in bodies by what they are about, in the order of first appearance.
class CallGroups {
 public:
  /// `node` stands for the entry; `place` is the name in the body.
  void add(const NameKey& key, NodeId node, NodeId place) {
    const auto [found, is_new] = numbers_.try_emplace(key, groups_.size());
    if (is_new) groups_.push_back({node, {}});
    groups_[found->second].second.push_back(place);
  }
  /// Returns calls whose entries have the name `from` or `to`.
  [[nodiscard]] Json to_json(const Workspace& workspace, const OpenDocument& document,
                             const char* name) const {
    Json list = Json::array();
    for (const auto& [node, places] : groups_) {
      Json ranges = Json::array();
      for (const NodeId place : places) {
        ranges.push_back(document.range(document.sheet().tree()[place].word, workspace.units));
      }
      list.push_back(
          make_object(name, item_of(workspace, document, node), "fromRanges", std::move(ranges)));
    }
    return list;
  }

 private:
  std::map<NameKey, std::size_t> numbers_;
  std::vector<std::pair<NodeId, std::vector<NodeId>>> groups_;
};

}  // namespace

Json prepare_calls(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  const NodeId node = asked_node(workspace, document, params);
  if (node == no_node) return nullptr;
  const NodeId subject = asked_subject(document.sheet(), node);
  if (subject == no_node) return nullptr;
  return Json::array({item_of(workspace, document, subject)});
}

/// The rules whose bodies read it.
Json list_incoming_calls(const Workspace& workspace, const OpenDocument& document,
                         const Json& params) {
  const SheetSnapshot& sheet = document.sheet();
  const SourceTree& tree = sheet.tree();
  CallGroups groups;
  for (const NodeId use : sheet.index().uses(key_of_item(sheet, params.at("item")))) {
    const NodeId head = tree.head_of(tree.clauses[tree[use].clause]);
    if (head == no_node || tree[head].kind != SheetNode::Kind::relation) continue;
    const NodeId reader = subject_of(sheet, head);
    groups.add(sheet.index().key_of(reader), reader, use);
  }
  return groups.to_json(workspace, document, "from");
}

/// What the bodies of its rules read.
Json list_outgoing_calls(const Workspace& workspace, const OpenDocument& document,
                         const Json& params) {
  const SheetSnapshot& sheet = document.sheet();
  const SourceTree& tree = sheet.tree();
  CallGroups groups;
  for (const NodeId definition : sheet.index().definitions(key_of_item(sheet, params.at("item")))) {
    const NodeId clause = tree.clauses[tree[definition].clause];
    const NodeId head = tree.head_of(clause);
    if (head == no_node || head != atom_around(tree, definition)) continue;
    for (NodeId at = clause; at < tree[clause].end; ++at) {
      if (tree[at].kind != SheetNode::Kind::relation || tree[at].head) continue;
      const NodeId read = subject_of(sheet, at);
      groups.add(sheet.index().key_of(read), read, read);
    }
  }
  return groups.to_json(workspace, document, "to");
}

}  // namespace tesuji::tools
