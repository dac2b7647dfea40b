// Questions that are asked one after the other about one state.
#pragma once

#include "ir/module.h"

#include <optional>
#include <string_view>

namespace tesuji::ir {

/// The name of what is left of `legal` once `terminal` was asked: engines have a function for it.
inline constexpr std::string_view legal_after_terminal = "legal_after_terminal";

/// The strata of `legal` that `terminal` does not run: what is left to compute for the legal
/// moves of a state where `terminal` was asked about it just before, with the same scratch memory.
/// Nothing where they share next to none (plans are there by then), or share what may lie in the
/// next state's memory, which is kept for one question only.
[[nodiscard]] std::optional<Entry> entry_after_terminal(const Module& module);

}  // namespace tesuji::ir
