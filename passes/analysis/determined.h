// Finds variables of a rule's body that have at most one value for each value of the head's.
//
//   legal(R, M) :- king_of(R, K), cell(X, Y, K), ...
//   determined:    K, as `king_of` has one row for each R; then X and Y, if each K is on one cell
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/conjunction.h"

#include <cstddef>
#include <span>
#include <vector>

namespace tesuji::passes {

/// A literal, and the variables that it determines once the earlier ones are known.
struct Determiner {
  std::size_t literal = 0;  ///< position in the body
  std::vector<ir::VariableId> variables;
};

/// Returns the determiners in the order of their dependency. Assumes that `keys` hold.
[[nodiscard]] std::vector<Determiner> find_determined(const ir::Module& module,
                                                      const ir::Rule& rule,
                                                      std::span<const FluentKey> keys);

/// Returns keys that would let find_determined find more: those of literals over fluents, for each
/// constant that facts allow in the given columns.
[[nodiscard]] std::vector<FluentKey> wanted_keys(const ir::Module& module, const ir::Rule& rule);

}  // namespace tesuji::passes
