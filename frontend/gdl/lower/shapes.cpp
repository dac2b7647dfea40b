#include "frontend/gdl/lower/shapes.h"

#include <algorithm>

namespace tesuji::frontend {

ShapeTable::ShapeTable() {
  nodes_.emplace_back();
}

ShapeId ShapeTable::compound(ir::Symbol functor, std::vector<ShapeId> args) {
  auto key = std::make_pair(functor, std::move(args));
  if (const auto found = index_.find(key); found != index_.end()) return found->second;
  Node node{functor, key.second, 0, 1};
  for (const ShapeId arg : node.args) {
    node.leaves += nodes_[arg].leaves;
    node.depth = std::max(node.depth, nodes_[arg].depth + 1);
  }
  const auto id = static_cast<ShapeId>(nodes_.size());
  nodes_.push_back(std::move(node));
  index_.emplace(std::move(key), id);
  return id;
}

bool ShapeTable::bounded(ShapeId shape) const {
  return nodes_[shape].depth <= max_depth && nodes_[shape].leaves <= max_leaves;
}

std::string ShapeTable::pattern(ShapeId shape, const ir::SymbolTable& symbols) const {
  if (is_atom(shape)) return "?";
  std::string text = "(" + symbols.text(functor(shape));
  for (const ShapeId arg : args(shape)) text += " " + pattern(arg, symbols);
  return text + ")";
}

std::string ShapeTable::functors(ShapeId shape, const ir::SymbolTable& symbols) const {
  if (is_atom(shape)) return {};
  std::string text = symbols.text(functor(shape));
  for (const ShapeId arg : args(shape)) {
    if (!is_atom(arg)) text += "." + functors(arg, symbols);
  }
  return text;
}

}  // namespace tesuji::frontend
