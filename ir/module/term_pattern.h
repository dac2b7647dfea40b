// Shapes of terms and atoms as trees: which columns of a relation stand where in the atom
// that a person writes. The relation `true.cell` has the pattern `(true (cell ? ? ?))`.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// A term whose constants are left open. A compound term may have no arguments: `(gameover)`.
struct TermPattern {
  Symbol functor = no_symbol;  ///< no_symbol: a leaf, which stands for any constant
  std::vector<TermPattern> args;

  [[nodiscard]] bool is_leaf() const { return functor == no_symbol; }
  friend bool operator==(const TermPattern&, const TermPattern&) = default;
};

/// Number of leaves, which is that of columns.
[[nodiscard]] std::size_t leaves(const TermPattern& pattern);

/// Terms of one shape: all ways to put constants of `leaves[i]` at the i-th leaf.
struct TermSet {
  TermPattern shape;
  std::vector<std::vector<Symbol>> leaves;  ///< each sorted by SymbolTable::domain_less
  friend bool operator==(const TermSet&, const TermSet&) = default;
};

/// Reads what Relation::atom holds; nothing where it is no pattern, or nested deeper than
/// 200. Interns functors.
[[nodiscard]] std::optional<TermPattern> parse_pattern(std::string_view text, SymbolTable& symbols);

/// How tuples of the relation are written as atoms: by Relation::atom, else by Relation::term and
/// what the relation is (modules that were read as IR text), else `(name ? ..)`.
[[nodiscard]] TermPattern atom_pattern(const Module& module, RelationId id);

}  // namespace tesuji::ir
