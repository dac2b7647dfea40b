// Lists ever larger parts of a rulesheet around a place: name, term, literal, body, clause, clauses
// with the same conclusion, text.
#include "frontend/gdl/editing/describe.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace tesuji::tools {
namespace {

using frontend::no_node;
using frontend::NodeId;
using frontend::SheetNode;
using frontend::SheetSnapshot;
using frontend::SourceTree;
using frontend::TextRange;

bool contains(TextRange outer, TextRange inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// Ranges of which each contains the one before and is larger.
class RangeChain {
 public:
  explicit RangeChain(std::uint32_t offset) : all_{{offset, offset}} {}

  /// Ignores ranges that do not continue the chain.
  void add(TextRange range) {
    if (contains(range, all_.back()) && range != all_.back()) all_.push_back(range);
  }
  [[nodiscard]] Json to_json(const OpenDocument& document, PositionUnits units) const {
    // The place itself is not worth a step.
    const auto first = all_.begin() + (all_.size() > 1 ? 1 : 0);
    Json result;
    for (auto range = all_.end(); range != first;) {
      Json outer = make_object("range", document.range(*--range, units));
      if (!result.is_null()) outer["parent"] = std::move(result);
      result = std::move(outer);
    }
    return result;
  }

 private:
  std::vector<TextRange> all_;
};

/// Returns the literals of a rule's body; empty: it has none.
TextRange body_of(const SourceTree& tree, NodeId rule) {
  const NodeId first = tree.child(rule, 1);
  if (first == no_node) return {};
  TextRange body = tree[first].whole;
  for (NodeId at = first; at != no_node; at = tree.next_sibling(at)) body.end = tree[at].whole.end;
  return body;
}

/// Returns the consecutive clauses around this one whose conclusions have the same label.
TextRange clauses_like(const SheetSnapshot& sheet, std::uint32_t number) {
  const SourceTree& tree = sheet.tree();
  const auto label_of = [&](std::uint32_t clause) {
    const NodeId head = tree.head_of(tree.clauses[clause]);
    const bool named = head != no_node && tree[head].kind == SheetNode::Kind::relation;
    return named ? frontend::head_label(sheet, head) : std::string();
  };
  const std::string label = label_of(number);
  std::uint32_t first = number;
  while (first > 0 && label_of(first - 1) == label) --first;
  std::uint32_t last = number;
  while (last + 1 < tree.clauses.size() && label_of(last + 1) == label) ++last;
  return {tree[tree.clauses[first]].whole.begin, tree[tree.clauses[last]].whole.end};
}

/// Adds the parts of a clause around the offset, and the clause.
void add_parts(const SourceTree& tree, NodeId clause, std::uint32_t offset, RangeChain& chain) {
  NodeId node = tree.in_comment(offset) ? no_node : tree.named_at(offset);
  if (node == no_node) {
    node = tree.list_around(offset);
  } else {
    chain.add(tree[node].word);
  }
  for (; node != no_node; node = tree[node].parent) {
    if (tree[node].kind == SheetNode::Kind::rule) chain.add(body_of(tree, node));
    chain.add(tree[node].whole);
  }
  chain.add(tree[clause].whole);
}

RangeChain ranges_around(const SheetSnapshot& sheet, std::uint32_t offset) {
  const SourceTree& tree = sheet.tree();
  RangeChain chain(offset);
  for (const TextRange comment : tree.comments) {
    if (comment.touches(offset)) chain.add(comment);
  }
  // The last clause that begins at the offset or before it.
  const auto after =
      std::upper_bound(tree.clauses.begin(), tree.clauses.end(), offset,
                       [&](std::uint32_t at, NodeId one) { return at < tree[one].whole.begin; });
  if (after != tree.clauses.begin() && tree[*std::prev(after)].whole.touches(offset)) {
    add_parts(tree, *std::prev(after), offset, chain);
    chain.add(clauses_like(
        sheet, static_cast<std::uint32_t>(std::distance(tree.clauses.begin(), after) - 1)));
  }
  chain.add({0, static_cast<std::uint32_t>(sheet.source().text.size())});
  return chain;
}

}  // namespace

Json list_selections(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  Json list = Json::array();
  for (const Json& position : params.at("positions")) {
    const std::uint32_t offset = offset_of(document.source(), position, workspace.units);
    list.push_back(ranges_around(document.sheet(), offset).to_json(document, workspace.units));
  }
  return list;
}

}  // namespace tesuji::tools
