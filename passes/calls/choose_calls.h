// choose-calls: large relations are computed in calls where what is asked of them is given.
//
// A relation of many columns that is only tested, or asked for the few tuples that agree with what
// a body has bound, need not be kept at all: it is a function (ir::Storage::call).
//
//   before:  legal(P, M, X, Y) :- cell(X, Y, P), not threatened(X, Y)
//            threatened(X, Y) :- cell(A, B, rook), path(A, B, X, Y)
//            path(A, B, X, Y) :- step(A, B, C, D), cell(C, D, blank), path(C, D, X, Y)
//   after:   the same rules. `threatened` and `path` have the storage `call` and the index (0, 1),
//            or (0, 1, 2, 3): an operation on them runs their plans, from the top down, up to the
//            first witness.
//
// The pass `demand` keeps the tuples that are asked for in tables, and computes each once. A call
// keeps nothing, and computes what is asked for twice a second time.
//
// A relation is computed in calls if that is not expected to take many more steps than computing it
// whole, and
//   * every body that reads it binds columns by other literals, which leave at most
//     ir::max_call_tuples tuples; where bodies bind different columns, there are versions of it for
//     each, and where they bind too few, what all of its rules contain is added to them
//     (call_uses.h);
//   * it is not recursive, or calls itself with the same values (each call then repeats its delta
//     plans), or with others that come next to these by facts: each value has one next value and
//     no cycle leads back, so that the calls end, and are few;
//   * what it reads is small, or computed in calls too.
//
// Bodies that ask whether there is a tuple also test what facts alone tell of it (static_bounds.h).
//
// Source: top-down evaluation with first witnesses is SLD resolution; that tabling is left out
// where arguments descend is the usual condition for termination of logic programs.
//
// Requires strata (and expects domains to be exact); drops strata.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>

namespace tesuji::passes {

/// Relations that can have fewer tuples are computed whole.
inline constexpr std::uint64_t min_called_tuples = 64;

/// Calls may be expected to take so many times the steps of computing a relation whole, which are
/// these at least: calls are fewer than expected more often than not.
inline constexpr double most_for_whole = 16;
inline constexpr double min_whole_steps = 64;

/// Calls that one call may lead to by recursion: more are not risked.
inline constexpr double max_recursive_calls = 4096;

bool choose_calls(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
