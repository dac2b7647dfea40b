// Makes relations be computed in calls: finds the columns that their uses give.
//
// A relation whose uses give different columns becomes several, one for each set of columns given,
// with the same rules:
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

/// Versions that one relation may have at most.
inline constexpr std::size_t max_versions = 4;

/// Gives relations the storage `call`, and versions where they need them, and adds literals that
/// bind what calls need, or tell that a call has no tuple. `dependencies`: of the module. `called`,
/// by relation: what is to be computed in calls; `expected_rows`: tuples of each. Where one cannot
/// be called it is returned, and the module is left half changed.
[[nodiscard]] std::optional<ir::RelationId> call_relations(
    ir::Module& module, const Dependencies& dependencies, const std::vector<bool>& called,
    const std::vector<double>& expected_rows);

}  // namespace tesuji::passes
