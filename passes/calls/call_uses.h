// Turns relations into calls: finds the columns that their uses give.
//
// A relation whose uses give different columns is split into versions, one for each set of given
// columns, with the same rules:
//
//   before:  go(X, Y) :- at(X), way(X, Y)           after:  go(X, Y) :- at(X), way(X, Y)
//            come(Y, X) :- at(X), way(Y, X)                 come(Y, X) :- at(X), given.way(Y, X)
//
// with index (0) of `way` and index (1) of `given.way`.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/dependencies.h"

#include <optional>
#include <vector>

namespace tesuji::passes {

/// Maximum number of versions of one relation.
inline constexpr std::size_t max_versions = 4;

/// Gives relations the storage `call`, and versions where necessary, and adds literals that bind
/// the columns of calls, or show that a call has no tuple. `dependencies`: of the module. `called`,
/// by relation: whether to compute it in calls; `expected_rows`: its number of tuples. Returns a
/// relation that cannot be called, if there is one; the module is then partly changed.
[[nodiscard]] std::optional<ir::RelationId> call_relations(
    ir::Module& module, const Dependencies& dependencies, const std::vector<bool>& called,
    const std::vector<double>& expected_rows);

}  // namespace tesuji::passes
