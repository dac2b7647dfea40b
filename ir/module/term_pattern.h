// Represents shapes of terms and atoms as trees, which place a relation's columns in the source
// atom. The relation `true.cell` has the pattern `(true (cell ? ? ?))`.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// A term whose constants are unspecified. A compound term may have no arguments: `(gameover)`.
struct TermPattern {
  Symbol functor = no_symbol;  ///< no_symbol: a leaf, which represents any constant
  std::vector<TermPattern> args;

  [[nodiscard]] bool is_leaf() const { return functor == no_symbol; }
  friend bool operator==(const TermPattern&, const TermPattern&) = default;
};

/// Returns the number of leaves, which equals the number of columns.
[[nodiscard]] std::size_t leaves(const TermPattern& pattern);

/// Terms of one shape: all combinations of a constant from `leaves[i]` at each i-th leaf.
struct TermSet {
  TermPattern shape;
  std::vector<std::vector<Symbol>> leaves;  ///< each sorted by SymbolTable::domain_less
  friend bool operator==(const TermSet&, const TermSet&) = default;
};

/// Parses Relation::atom; returns nullopt if it is malformed, or nested deeper than 200. Interns
/// functors.
[[nodiscard]] std::optional<TermPattern> parse_pattern(std::string_view text, SymbolTable& symbols);

/// Returns how tuples of the relation are printed as atoms: from Relation::atom, else from
/// Relation::term and the relation's kind (modules read as IR text), else `(name ? ..)`.
[[nodiscard]] TermPattern atom_pattern(const Module& module, RelationId id);

}  // namespace tesuji::ir
