// Lists commands over roles, rules and invariants: play, prove, explore, explain, and readers.
//
// The editor runs the commands, so a lens is listed only if the editor has its command
// (`initializationOptions.commands` of `initialize`).
#include "frontend/gdl/editing/describe.h"
#include "frontend/invariants/invariants_parser.h"
#include "ir/core/counted.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
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

class LensList {
 public:
  LensList(const Workspace& workspace, const OpenDocument& document)
      : workspace_(workspace), document_(document) {}

  /// Adds a lens over a range; `more` are arguments after the document's URI.
  void add(TextRange range, std::string title, const char* command, Json more = Json::array()) {
    if (!workspace_.commands.contains(command)) return;
    Json arguments = Json::array({document_.uri()});
    for (Json& argument : more) arguments.push_back(std::move(argument));
    list_.push_back(make_object("range", document_.range(range, workspace_.units), "command",
                                make_object("title", std::move(title), "command", command,
                                            "arguments", std::move(arguments))));
  }
  [[nodiscard]] Json place(std::uint32_t offset) const {
    return to_position(document_.source(), offset, workspace_.units);
  }
  [[nodiscard]] Json take() { return std::move(list_); }

 private:
  const Workspace& workspace_;
  const OpenDocument& document_;
  Json list_ = Json::array();
};

/// Adds the commands of the whole game over its first role.
void add_role_lenses(const SheetSnapshot& sheet, LensList& lenses) {
  const SourceTree& tree = sheet.tree();
  std::vector<NodeId> roles;
  Json names = Json::array();
  for (const NodeId clause : tree.clauses) {
    const NodeId head = tree.head_of(clause);
    if (head == no_node || sheet.index().keyword(head) != Keyword::role) continue;
    const NodeId role = tree.child(head, 0);
    if (role == no_node || tree[role].kind != SheetNode::Kind::constant) continue;
    roles.push_back(role);
    names.push_back(sheet.name(role));
  }
  for (const NodeId role : roles) {
    const TextRange range = tree[tree[role].parent].word;
    lenses.add(range, fmt::format("Play as {}", sheet.written(role)), "tesuji.play",
               Json::array({sheet.name(role), names}));
    if (role != roles.front()) continue;
    lenses.add(range, "Prove", "tesuji.prove");
    lenses.add(range, "Explore", "tesuji.explore");
  }
}

/// Returns what readers of a clause's conclusion name: a fluent, a move or the relation.
NodeId read_name(const SheetSnapshot& sheet, NodeId head) {
  const SourceTree& tree = sheet.tree();
  for (NodeId at = tree.first_child(head); at != no_node; at = tree.next_sibling(at)) {
    const frontend::TermPlace place = sheet.index().place_of(at);
    if (place == frontend::TermPlace::fluent || place == frontend::TermPlace::move) return at;
  }
  return head;
}

/// Adds lenses over the first of consecutive clauses with the same conclusion, if one is a rule.
void add_rule_lenses(const SheetSnapshot& sheet, LensList& lenses) {
  const SourceTree& tree = sheet.tree();
  std::string last;
  bool shown = false;
  for (const NodeId clause : tree.clauses) {
    const NodeId head = tree.head_of(clause);
    if (head == no_node || tree[head].kind != SheetNode::Kind::relation) continue;
    const Keyword keyword = sheet.index().keyword(head);
    if (keyword == Keyword::base || keyword == Keyword::input) continue;
    const std::string label = frontend::head_label(sheet, head);
    if (label != last) shown = false;
    last = label;
    if (shown || tree[clause].kind != SheetNode::Kind::rule) continue;
    shown = true;
    const NodeId name = read_name(sheet, head);
    Json here = Json::array({lenses.place(tree[name].word.begin)});
    lenses.add(tree[head].word, "Explain", "tesuji.explainRule", here);
    const std::vector<NodeId> uses = sheet.index().uses(sheet.index().key_of(name));
    std::vector<std::uint32_t> readers;
    for (const NodeId use : uses) readers.push_back(tree[use].clause);
    readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
    if (readers.empty()) continue;
    lenses.add(tree[head].word, "Read by " + ir::counted(readers.size(), "clause"),
               "tesuji.showReaders", std::move(here));
  }
}

/// Adds a lens over each invariant: its text, with all domains of the file, as `--property` of
/// `verify` reads it.
void add_invariant_lenses(const OpenDocument& document, LensList& lenses) {
  ir::SourceMap sources;
  const ir::FileId file = sources.add(document.path(), document.source().text);
  ir::SymbolTable symbols;
  ir::Diagnostics quiet(sources);
  const frontend::InvariantsText text = frontend::parse_invariants(file, symbols, quiet);
  const auto written = [&](TextRange range) {
    return sources[file].text.substr(range.begin, range.end - range.begin);
  };
  std::string domains;
  for (const frontend::DomainDeclaration& declared : text.domains) {
    const TextRange name = frontend::range_of(sources[file], declared.name_span);
    const TextRange domain = frontend::range_of(sources[file], declared.domain.span);
    domains += fmt::format("domain {}.\n", written({name.begin, domain.end}));
  }
  bool first = true;
  for (const frontend::InvariantText& invariant : text.invariants) {
    const TextRange name = frontend::range_of(sources[file], invariant.name_span);
    const std::string statement = written(frontend::range_of(sources[file], invariant.span));
    lenses.add(name, "Prove", "tesuji.proveInvariant",
               Json::array({invariant.name, domains + statement}));
    if (first) lenses.add(name, "Prove all", "tesuji.prove");
    first = false;
  }
}

}  // namespace

Json list_lenses(const Workspace& workspace, const OpenDocument& document, const Json&) {
  LensList lenses(workspace, document);
  if (document.language() == FileKind::rulesheet) {
    add_role_lenses(document.sheet(), lenses);
    add_rule_lenses(document.sheet(), lenses);
  } else if (document.language() == FileKind::formulas) {
    add_invariant_lenses(document, lenses);
  }
  return lenses.take();
}

}  // namespace tesuji::tools
