// Computes the possible shapes of every relation's arguments, and copies each clause for every
// assignment of shapes to its variables: the second step of lowering.
//
// A fixpoint over shapes instead of terms (an abstract interpretation of the
// rulesheet): facts give the first signatures, clauses whose positive body atoms
// match known signatures give more, and as in Definition 20 of Haufe, Schiffel
// and Thielscher (2012) true takes the shapes of init and next, and does those of
// legal. It ends unless terms grow without end.
#pragma once

#include "frontend/gdl/lower/disjunctions.h"
#include "frontend/gdl/lower/shapes.h"
#include "ir/core/diagnostics.h"

#include <map>
#include <optional>
#include <vector>

namespace tesuji::frontend {

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

/// Errors: "recursion" where terms grow without end, "limit" for facts with terms
/// beyond ShapeTable's limits and for more than 250,000 specialised rules, facts not counted.
[[nodiscard]] std::optional<Specialisation> specialise(const std::vector<FlatClause>& clauses,
                                                       const ir::SymbolTable& symbols,
                                                       ir::Diagnostics& diagnostics);

/// The shape of `term` where its variables have the given shapes.
[[nodiscard]] ShapeId shape_of(const Term& term, const ShapeAssignment& assignment,
                               ShapeTable& shapes);

}  // namespace tesuji::frontend
