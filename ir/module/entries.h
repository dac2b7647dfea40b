// Questions that are asked one after the other about one state.
#pragma once

#include "ir/module/module.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// The name of what is left of `legal` once `terminal` was asked: engines have a function for it.
inline constexpr std::string_view legal_after_terminal = "legal_after_terminal";
/// And of what is left of `next` once `legal` was asked.
inline constexpr std::string_view next_after_legal = "next_after_legal";
/// And of what is left of `next` once it was computed for other moves of the same state.
inline constexpr std::string_view next_for_other_moves = "next_for_other_moves";
/// And of what is left of `ended` once `next` was asked. There is no function for all of it.
inline constexpr std::string_view ended_after_next = "ended_after_next";

/// And of what `goal` needs in a state that is known to be terminal.
inline constexpr std::string_view goal_at_end = "goal_at_end";

/// Whether engines have a function for the entry: not for `static`, which is computed once, nor for
/// `ended`, of which only what is left is asked.
[[nodiscard]] bool is_function(const Entry& entry);

/// The strata of `legal` that `terminal` does not run: what is left to compute for the legal
/// moves of a state where `terminal` was asked about it just before, with the same scratch memory.
/// Nothing where they share next to none (plans are there by then), or share what may lie in the
/// next state's memory, which is kept for one question only.
[[nodiscard]] std::optional<Entry> entry_after_terminal(const Module& module);

/// The strata of `next` that `legal` does not run: what is left to compute for the next state
/// where the last questions were about the same state, with the same scratch memory: `legal`, or
/// `terminal` and then what is left of `legal`. Those of `legal` do not depend on the others, so
/// that they may be run first. Nothing as above, or where the legal moves depend on the moves made.
[[nodiscard]] std::optional<Entry> entry_after_legal(const Module& module);

/// The strata of `ended` that `next` does not run: what is left to compute for whether the next
/// state is terminal where the last question was `next` (or what is left of it), with the same
/// scratch memory and the same next state. Nothing where `terminal` is not expected to bind far
/// more often.
[[nodiscard]] std::optional<Entry> entry_after_next(const Module& module);

/// The strata of `next` that depend on the moves, or write the next state: what is left to compute
/// where `next` was the last question with the same scratch memory, about the same state and other
/// moves. Nothing where the others are not expected to take long and none of them is recursive,
/// since estimates say little of those.
[[nodiscard]] std::optional<Entry> entry_for_other_moves(const Module& module);

/// The relation without columns that says by itself whether a state is terminal, if there is one:
/// `terminal` holds where it does, and nowhere else. Of those that are bits in scratch memory.
[[nodiscard]] RelationId end_relation(const Module& module);

/// The strata of `goal` that are left where the end relation is known to hold: neither those that
/// compute it nor what they alone need. Nothing where they are not expected to bind far less.
[[nodiscard]] std::optional<Entry> entry_at_end(const Module& module);

/// All of these that there are; of two parts of `next` the larger comes first.
[[nodiscard]] std::vector<Entry> remaining_entries(const Module& module);

}  // namespace tesuji::ir
