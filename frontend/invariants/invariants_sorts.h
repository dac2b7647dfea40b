// Sets of terms as products: the ranges of variables of invariants.
#pragma once

#include "ir/core/symbol.h"
#include "ir/module/term_pattern.h"

#include <cstddef>
#include <vector>

namespace tesuji::frontend {

/// Disjoint sets whose union is meant, in the order in which a quantifier's ranges and the
/// members of a family have them.
using Sort = std::vector<ir::TermSet>;

/// More sets are not worth the ranges that they would become; results that have more may be
/// unfinished.
inline constexpr std::size_t max_sets = 1000;

/// A term without variables: its constants from left to right.
struct GroundTerm {
  ir::TermPattern shape;
  std::vector<ir::Symbol> leaves;
};

/// Exactly these terms, in as few products as are found easily.
[[nodiscard]] Sort sort_of(const std::vector<GroundTerm>& terms, const ir::SymbolTable& symbols);

/// The terms of `sort` that are not in `other`.
[[nodiscard]] Sort difference(const Sort& sort, const Sort& other);

/// The terms of both: `sort`, and what `other` has beyond it.
[[nodiscard]] Sort sum(Sort sort, const Sort& other);

/// All terms with the functor whose arguments are of these sorts.
[[nodiscard]] Sort terms_of(ir::Symbol functor, const std::vector<Sort>& args);

}  // namespace tesuji::frontend
