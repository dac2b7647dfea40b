// Computes entries that reuse the results of the previous evaluation of the same state.
#pragma once

#include "ir/module/module.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// Name of the entry that computes the rest of `legal` after `terminal` has been evaluated; engines
/// have a function for it.
inline constexpr std::string_view legal_after_terminal = "legal_after_terminal";
/// Name of the entry that computes the rest of `next` after `legal`.
inline constexpr std::string_view next_after_legal = "next_after_legal";
/// Name of the entry that computes the rest of `next` after `next` for other moves of the same
/// state.
inline constexpr std::string_view next_for_other_moves = "next_for_other_moves";
/// Name of the entry that computes the rest of `ended` after `next`. The whole of `ended` has no
/// function.
inline constexpr std::string_view ended_after_next = "ended_after_next";

/// Name of the entry that computes `goal` in a state known to be terminal.
inline constexpr std::string_view goal_at_end = "goal_at_end";

/// Whether engines have a function for the entry: not for `static`, which is evaluated once, nor
/// for `ended`, of which only the rest is evaluated.
[[nodiscard]] bool is_function(const Entry& entry);

/// Returns the strata of `legal` that `terminal` does not run: the rest of the legal moves of a
/// state for which `terminal` has just been evaluated, with the same scratch memory. Returns
/// nullopt if they share almost no strata (requires plans), or share relations that may be stored
/// in the next state's memory, which is kept for one evaluation only.
[[nodiscard]] std::optional<Entry> entry_after_terminal(const Module& module);

/// Returns the strata of `next` that `legal` does not run: the rest of the next state after the
/// last evaluation was `legal` of the same state, or `terminal` and then the rest of `legal`, with
/// the same scratch memory. The strata of `legal` do not depend on the others, so that they may run
/// first. Returns nullopt as above, or if the legal moves depend on the moves made.
[[nodiscard]] std::optional<Entry> entry_after_legal(const Module& module);

/// Returns the strata of `ended` that `next` does not run: they compute whether the next state is
/// terminal after the last evaluation was `next` (or its rest), with the same scratch memory and
/// next state. Returns nullopt unless `terminal` is expected to make far more bindings.
[[nodiscard]] std::optional<Entry> entry_after_next(const Module& module);

/// Returns the strata of `next` that depend on the moves, or write the next state: the rest of the
/// next state after the last evaluation with the same scratch memory was `next` of the same state
/// for other moves. Returns nullopt if the other strata are expected to be cheap and none is
/// recursive, since estimates are unreliable for recursive ones.
[[nodiscard]] std::optional<Entry> entry_for_other_moves(const Module& module);

/// Returns the relation without columns that alone determines whether a state is terminal:
/// `terminal` holds exactly when it holds. It is stored as bits in scratch memory. no_id if no
/// relation does.
[[nodiscard]] RelationId end_relation(const Module& module);

/// Returns the strata of `goal` that are needed if the end relation is known to hold: without those
/// that compute it, and those that only they need. Returns nullopt unless they are expected to make
/// far fewer bindings.
[[nodiscard]] std::optional<Entry> entry_at_end(const Module& module);

/// Returns all of these entries that exist; of two parts of `next` the larger one first.
[[nodiscard]] std::vector<Entry> remaining_entries(const Module& module);

}  // namespace tesuji::ir
