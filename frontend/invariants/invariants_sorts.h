// Represents sets of terms as products: the ranges of variables of invariants.
#pragma once

#include "ir/core/symbol.h"
#include "ir/module/term_pattern.h"

#include <cstddef>
#include <vector>

namespace tesuji::frontend {

/// Disjoint sets that represent their union, in the order of a quantifier's ranges and a family's
/// members.
using Sort = std::vector<ir::TermSet>;

/// Maximum number of sets, since each becomes a range; results with more may be incomplete.
inline constexpr std::size_t max_sets = 1000;

/// A term without variables: its constants from left to right.
struct GroundTerm {
  ir::TermPattern shape;
  std::vector<ir::Symbol> leaves;
};

/// Returns exactly these terms, in as few products as a simple search finds.
[[nodiscard]] Sort sort_of(const std::vector<GroundTerm>& terms, const ir::SymbolTable& symbols);

/// Returns the terms of `sort` that are not in `other`.
[[nodiscard]] Sort difference(const Sort& sort, const Sort& other);

/// Returns the union: `sort`, and the terms of `other` outside it.
[[nodiscard]] Sort sum(Sort sort, const Sort& other);

/// Returns all terms with the functor whose arguments are of these sorts.
[[nodiscard]] Sort terms_of(ir::Symbol functor, const std::vector<Sort>& args);

}  // namespace tesuji::frontend
