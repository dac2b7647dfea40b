// Shapes of terms: a ground term without its constants.
//
// `(cell 1 1 b)` and `(cell 2 3 x)` have the shape `(cell ? ? ?)`; every constant
// has the shape `?`. A shape's leaves, left to right, become columns.
#pragma once

#include "ir/core/symbol.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::frontend {

using ShapeId = std::uint32_t;
inline constexpr ShapeId atom_shape = 0;
inline constexpr ShapeId no_shape = ~ShapeId{0};

/// Interns shapes; equal shapes have equal ids.
class ShapeTable {
 public:
  ShapeTable();

  /// Shapes deeper or with more leaves than this only arise where terms grow
  /// without end (or nearly so).
  static constexpr std::uint32_t max_depth = 100;
  static constexpr std::uint32_t max_leaves = 256;

  ShapeId compound(ir::Symbol functor, std::vector<ShapeId> args);

  [[nodiscard]] bool is_atom(ShapeId shape) const { return shape == atom_shape; }
  [[nodiscard]] ir::Symbol functor(ShapeId shape) const { return nodes_[shape].functor; }
  [[nodiscard]] const std::vector<ShapeId>& args(ShapeId shape) const { return nodes_[shape].args; }
  [[nodiscard]] std::uint32_t leaves(ShapeId shape) const { return nodes_[shape].leaves; }
  [[nodiscard]] std::uint32_t depth(ShapeId shape) const { return nodes_[shape].depth; }
  /// Whether the shape is within the limits above.
  [[nodiscard]] bool bounded(ShapeId shape) const;

  /// KIF with `?` for each leaf, e.g. `(cell ? ? ?)`.
  [[nodiscard]] std::string pattern(ShapeId shape, const ir::SymbolTable& symbols) const;
  /// Functors from the outside in, joined by dots: `cell`, `move.square.square`; empty for a leaf.
  [[nodiscard]] std::string functors(ShapeId shape, const ir::SymbolTable& symbols) const;

 private:
  struct Node {
    ir::Symbol functor = ir::no_symbol;
    std::vector<ShapeId> args;
    std::uint32_t leaves = 1;
    std::uint32_t depth = 0;
  };
  std::vector<Node> nodes_;
  std::map<std::pair<ir::Symbol, std::vector<ShapeId>>, ShapeId> index_;
};

}  // namespace tesuji::frontend
