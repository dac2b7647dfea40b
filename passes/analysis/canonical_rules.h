// Computes a canonical form of a relation's rules. Two relations have the same form exactly if
// their rules are equal up to the names of variables, the order and repetition of literals and of
// rules, and the order of the relations' columns.
//
//   f(A, B) :- p(A, C), q(C, B)     and     g(X, Y) :- q(Z, X), p(Y, Z)
//
// have the same form, in which column 0 of f corresponds to column 1 of g. So equality of rules is
// isomorphism of graphs: a vertex for each column, rule, variable, literal and argument, coloured
// by its kind (relation, sign, position of an argument, constant); the form is that graph in
// canonical labelling. Source: Junttila and Kaski, Engineering an Efficient Canonical Labeling Tool
// for Large and Sparse Graphs (2007); the tool is bliss. Conjunctive queries that are equivalent
// for other reasons (a literal of one body is implied by the others) have different forms.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tesuji::passes {

struct CanonicalRules {
  std::vector<std::uint32_t> key;    ///< equal for equal rules
  std::vector<std::size_t> columns;  ///< the relation's columns in canonical order
};

/// Maximum number of literals in a relation's rules; larger relations are not compared.
inline constexpr std::size_t most_canonical_literals = 128;

/// Computes canonical forms that can be compared with each other. Not thread-safe.
class CanonicalForms {
 public:
  CanonicalForms();
  ~CanonicalForms();
  CanonicalForms(const CanonicalForms&) = delete;
  CanonicalForms& operator=(const CanonicalForms&) = delete;

  /// Returns the form of one relation's rules, with `columns` columns; if it is recursive, its own
  /// literals in them correspond to those of another recursive relation. Returns an empty key if
  /// there are no rules, or more than most_canonical_literals literals.
  [[nodiscard]] CanonicalRules of(std::span<const ir::Rule* const> rules, std::size_t columns);

 private:
  class Colours;
  std::unique_ptr<Colours> colours_;
};

}  // namespace tesuji::passes
