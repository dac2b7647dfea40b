// Represents formulas in the form of their text: atoms as terms instead of tuples of relations,
// variables over terms of several shapes.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"
#include "ir/module/vocabulary.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::ir {

struct WrittenTerm {
  enum class Kind : std::uint8_t { variable, constant, compound };
  Kind kind = Kind::constant;
  std::uint32_t id = no_id;  ///< of a variable; otherwise the symbol of the constant or functor
  std::vector<WrittenTerm> args;
  friend bool operator==(const WrittenTerm&, const WrittenTerm&) = default;
};

/// Like Formula; a conjunction or disjunction of one part is replaced by that part.
struct WrittenFormula {
  Formula::Kind kind = Formula::Kind::conjunction;
  WrittenTerm left;   ///< atom: the whole atom; same; knows: the role
  WrittenTerm right;  ///< same
  std::uint64_t lower = 1;
  std::uint64_t upper = Formula::unbounded;
  std::vector<std::vector<std::uint32_t>> ranges;
  std::vector<WrittenFormula> parts;
};

struct WrittenVariable {
  std::string name;
  std::vector<TermSet> sort;  ///< disjoint
};

struct WrittenInvariant {
  std::vector<WrittenVariable> variables;  ///< first those of the invariant, by VariableId
  WrittenFormula formula;
};

/// Rewrites the invariant with atoms as terms, and merges ranges of quantifiers that differ only in
/// the shape of terms: `exists (X:index. legal(r,mark(X)); Y:{noop}. legal(r,Y))` becomes `exists
/// M. legal(r,M)`.
[[nodiscard]] WrittenInvariant write_out(const Invariant& invariant, const Module& module,
                                         const Vocabulary& vocabulary);

}  // namespace tesuji::ir
