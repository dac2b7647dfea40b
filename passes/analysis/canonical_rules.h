// Computes a canonical form of the rules of a relation: two relations have the same one exactly
// where their rules are equal up to the names of variables, the order and repetition of literals
// and of rules, and the order of the relations' columns.
//
//   f(A, B) :- p(A, C), q(C, B)     and     g(X, Y) :- q(Z, X), p(Y, Z)
//
// have the same, in which column 0 of f corresponds to column 1 of g. So equality is that of
// graphs: a vertex for each column, rule, variable, literal and argument, with colours for what
// they are (relation, sign, place of an argument, constant); the form is that graph in canonical
// labelling. Source: Junttila and Kaski, Engineering an Efficient Canonical Labeling Tool for Large
// and Sparse Graphs (2007); the tool is bliss. Conjunctive queries that are equivalent in other
// ways (one body has a literal that the others imply) have different forms.
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

/// Literals of a relation's rules altogether: more are not compared.
inline constexpr std::size_t most_canonical_literals = 128;

/// Canonical forms that may be compared with each other. Not for several threads.
class CanonicalForms {
 public:
  CanonicalForms();
  ~CanonicalForms();
  CanonicalForms(const CanonicalForms&) = delete;
  CanonicalForms& operator=(const CanonicalForms&) = delete;

  /// Of the rules of one relation with `columns` columns; its own literals in them, where it is
  /// recursive, correspond to those of another relation in themselves. An empty key where there are
  /// no rules, or more than most_canonical_literals literals.
  [[nodiscard]] CanonicalRules of(std::span<const ir::Rule* const> rules, std::size_t columns);

 private:
  class Colours;
  std::unique_ptr<Colours> colours_;
};

}  // namespace tesuji::passes
