// Removes `or` from bodies: the first step of lowering.
//
// A disjunction of `distinct` only is one comparison of tuples. Others are multiplied out while a
// clause gives at most max_expansion clauses; beyond that each becomes a helper relation over the
// variables that it shares with the rest of its clause, so that forty two-way disjunctions do not
// become 2^40 rules. If a disjunction shares a variable that some branch leaves to another
// disjunction to bind, helpers would have clauses that do not bind it: such clauses are multiplied
// out further.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <cstdint>
#include <vector>

namespace tesuji::frontend {

/// A literal without structure. `distinct` holds if two equally long tuples differ somewhere,
/// `same` if they are equal.
struct FlatLiteral {
  enum class Kind : std::uint8_t { positive, negative, distinct, same };
  Kind kind = Kind::positive;
  Term atom;                      ///< positive, negative
  std::vector<Term> left, right;  ///< distinct, same: tuples
  ir::Span span;
};

struct FlatClause {
  Term head;
  std::vector<FlatLiteral> body;
  ir::Span span;
};

inline constexpr std::size_t max_expansion = 64;
/// The same limit, for clauses whose helper relations would be unsafe.
inline constexpr std::size_t max_needed_expansion = 4096;

/// `rulesheet` must be normalised (validate.h). Helper relations get fresh
/// names, interned in `symbols`.
[[nodiscard]] std::vector<FlatClause> flatten_disjunctions(const Rulesheet& rulesheet,
                                                           ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
