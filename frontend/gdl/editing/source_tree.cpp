#include "frontend/gdl/editing/source_tree.h"

#include <algorithm>

namespace tesuji::frontend {

NodeId SourceTree::first_child(NodeId node) const {
  return nodes[node].arity > 0 ? node + 1 : no_node;
}

NodeId SourceTree::next_sibling(NodeId node) const {
  const NodeId next = nodes[node].end;
  const bool same = next < nodes.size() && nodes[next].parent == nodes[node].parent &&
                    nodes[node].parent != no_node;
  return same ? next : no_node;
}

NodeId SourceTree::child(NodeId node, std::uint32_t number) const {
  NodeId at = first_child(node);
  while (at != no_node && number-- > 0) at = next_sibling(at);
  return at;
}

NodeId SourceTree::head_of(NodeId clause) const {
  return nodes[clause].kind == SheetNode::Kind::rule ? first_child(clause) : clause;
}

NodeId SourceTree::named_at(std::uint32_t offset) const {
  auto at = std::upper_bound(
      nodes.begin(), nodes.end(), offset,
      [](std::uint32_t place, const SheetNode& node) { return place < node.whole.begin; });
  while (at != nodes.begin()) {
    --at;
    // If two adjacent names touch the offset, as in `~p(X)`, the later one wins.
    if (!at->word.empty() && at->word.touches(offset)) {
      return static_cast<NodeId>(at - nodes.begin());
    }
    if (at->parent == no_node) break;
  }
  return no_node;
}

NodeId SourceTree::list_around(std::uint32_t offset) const {
  const auto behind =
      std::upper_bound(nodes.begin(), nodes.end(), offset,
                       [](std::uint32_t at, const auto& node) { return at <= node.whole.begin; });
  if (behind == nodes.begin()) return no_node;
  auto at = static_cast<NodeId>(behind - nodes.begin() - 1);
  while (at != no_node) {
    const SheetNode& node = nodes[at];
    const bool inside = node.closed ? offset < node.whole.end : offset <= node.whole.end;
    if (node.list && offset > node.whole.begin && inside) return at;
    at = node.parent;
  }
  return no_node;
}

bool SourceTree::in_comment(std::uint32_t offset) const {
  const auto behind =
      std::upper_bound(comments.begin(), comments.end(), offset,
                       [](std::uint32_t at, TextRange range) { return at <= range.begin; });
  return behind != comments.begin() && offset <= std::prev(behind)->end;
}

SourceTree read_source_tree(const ir::SourceMap& sources, ir::FileId file, Syntax syntax,
                            ir::SymbolTable& symbols) {
  return syntax == Syntax::kif ? read_kif_tree(sources[file], file, symbols)
                               : read_infix_tree(sources, file, symbols);
}

std::uint32_t offset_of(const ir::SourceFile& source, ir::Position place) {
  if (place.line == 0 || place.line > source.line_starts.size()) {
    return place.line == 0 ? 0 : static_cast<std::uint32_t>(source.text.size());
  }
  const std::size_t offset = source.line_starts[place.line - 1] + std::max(place.column, 1U) - 1;
  return static_cast<std::uint32_t>(std::min(offset, source.text.size()));
}

ir::Position position_of(const ir::SourceFile& source, std::uint32_t offset) {
  const auto behind =
      std::upper_bound(source.line_starts.begin(), source.line_starts.end(), offset);
  const auto line = static_cast<std::uint32_t>(behind - source.line_starts.begin());
  return {line, offset - source.line_starts[line - 1] + 1};
}

}  // namespace tesuji::frontend
