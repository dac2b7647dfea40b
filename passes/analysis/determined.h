// Finds variables of a rule's body that have one value at most for each of the head's.
//
//   legal(R, M) :- king_of(R, K), cell(X, Y, K), ...
//   determined:    K, as `king_of` has one row for each R; then X and Y, where each K is on one
//   cell
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/conjunction.h"

#include <cstddef>
#include <span>
#include <vector>

namespace tesuji::passes {

/// A literal, and the variables that it determines once those before it are known.
struct Determiner {
  std::size_t literal = 0;  ///< position in the body
  std::vector<ir::VariableId> variables;
};

/// In the order in which they determine each other. `keys` are trusted.
[[nodiscard]] std::vector<Determiner> find_determined(const ir::Module& module,
                                                      const ir::Rule& rule,
                                                      std::span<const FluentKey> keys);

/// The keys with which find_determined would find more: those of literals over fluents, for each
/// constant that facts allow in the columns that are given.
[[nodiscard]] std::vector<FluentKey> wanted_keys(const ir::Module& module, const ir::Rule& rule);

}  // namespace tesuji::passes
