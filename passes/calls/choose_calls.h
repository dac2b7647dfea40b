// choose-calls: computes large relations in calls if their uses give enough columns.
//
// A relation of many columns that is only tested, or read for the few tuples that match a body's
// bound variables, need not be stored: it is a function (ir::Storage::call).
//
//   before:  legal(P, M, X, Y) :- cell(X, Y, P), not threatened(X, Y)
//            threatened(X, Y) :- cell(A, B, rook), path(A, B, X, Y)
//            path(A, B, X, Y) :- step(A, B, C, D), cell(C, D, blank), path(C, D, X, Y)
//   after:   the same rules. `threatened` and `path` have the storage `call` and the index (0, 1),
//            or (0, 1, 2, 3): an operation on them evaluates their plans top-down, up to the
//            first witness.
//
// The pass `demand` stores the needed tuples in tables, and computes each once. A call stores
// nothing, and recomputes a tuple each time it is needed.
//
// A relation is computed in calls if that is not expected to take many more steps than computing it
// whole, and
//   * every body that reads it binds columns by other literals, which leave at most
//     ir::max_call_tuples tuples; if bodies bind different columns, each set gets a version of the
//     relation, and if they bind too few, the literals common to all of its rules are added to them
//     (call_uses.h);
//   * it is not recursive, or calls itself with the same values (each call then repeats its delta
//     plans), or with successors of these by facts: each value has one successor and no cycle leads
//     back, so that the calls terminate, and are few;
//   * the relations it reads are small, or computed in calls too.
//
// Bodies that test whether a tuple exists also test what facts imply about it (static_bounds.h).
//
// Source: top-down evaluation with first witnesses is SLD resolution; omitting tabling when
// arguments descend is the usual termination condition for logic programs.
//
// Requires strata (and expects domains to be exact); drops strata.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

// --- Recursion

/// `rules`: those of the relation. `given`: the columns that a call gives. Returns true if each
/// rule has at most one literal of the relation itself, and all of these
///   * read the values that the rule is given; or
///   * read successors of these values by facts, where each value has at most one successor, in one
///     row, some column has no cycle of values, and all paths together make at most
///     max_recursive_calls calls. This requires that a rule makes its call before evaluating any
///     literal with several matches, which passes/ordering/literal_order.h ensures.
/// Relations that are not recursive satisfy this.
[[nodiscard]] bool calls_end(const ir::Module& module, ir::RelationId relation,
                             const std::vector<std::uint32_t>& rules,
                             const std::vector<bool>& given);

// --- The pass

/// Relations that can have fewer tuples are computed whole.
inline constexpr std::uint64_t min_called_tuples = 64;

/// Calls may be expected to take up to this multiple of the steps of computing a relation whole,
/// which count as at least min_whole_steps: calls are mostly fewer than expected.
inline constexpr double most_for_whole = 16;
inline constexpr double min_whole_steps = 64;

/// Maximum number of recursive calls that one call may lead to.
inline constexpr double max_recursive_calls = 4096;

bool choose_calls(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
