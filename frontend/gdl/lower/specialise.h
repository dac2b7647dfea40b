// Computes the possible shapes of every relation's arguments, and copies each clause for every
// assignment of shapes to its variables: the second step of lowering.
//
// A fixpoint over shapes instead of terms (an abstract interpretation of the rulesheet): facts give
// the first signatures, clauses whose positive body atoms match known signatures give more, and as
// in Definition 20 of Haufe, Schiffel and Thielscher (2012) true has the shapes of init and next,
// and does those of legal. It terminates unless terms grow without bound.
#pragma once

#include "frontend/gdl/lower/disjunctions.h"
#include "ir/core/diagnostics.h"
#include "ir/core/symbol.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::frontend {

// Shapes of terms: a ground term without its constants.
//
// `(cell 1 1 b)` and `(cell 2 3 x)` have the shape `(cell ? ? ?)`; every constant
// has the shape `?`. A shape's leaves, left to right, become columns.

using ShapeId = std::uint32_t;
inline constexpr ShapeId atom_shape = 0;
inline constexpr ShapeId no_shape = ~ShapeId{0};

/// Interns shapes; equal shapes have equal ids.
class ShapeTable {
 public:
  ShapeTable();

  /// Shapes that are deeper or have more leaves than this occur only if terms grow without bound
  /// (or nearly so).
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

/// A relation of the rulesheet together with the shape of each argument.
struct Signature {
  ir::Symbol name = ir::no_symbol;
  std::vector<ShapeId> args;
  friend auto operator<=>(const Signature&, const Signature&) = default;
};

using ShapeAssignment = std::map<ir::Symbol, ShapeId>;  ///< variable -> shape

struct SpecialisedClause {
  std::size_t clause = 0;  ///< position in the flat clauses
  ShapeAssignment shapes;
};

struct Specialisation {
  ShapeTable shapes;
  std::vector<Signature> signatures;       ///< in order of discovery
  std::vector<SpecialisedClause> clauses;  ///< in order of discovery
};

/// Errors: "recursion" if terms grow without bound, "limit" for facts with terms beyond
/// ShapeTable's limits and for more than 250,000 specialised rules, not counting facts.
[[nodiscard]] std::optional<Specialisation> specialise(const std::vector<FlatClause>& clauses,
                                                       const ir::SymbolTable& symbols,
                                                       ir::Diagnostics& diagnostics);

/// Returns the shape of `term` if its variables have the given shapes.
[[nodiscard]] ShapeId shape_of(const Term& term, const ShapeAssignment& assignment,
                               ShapeTable& shapes);

}  // namespace tesuji::frontend
