// Finds the moves that a plugin of matchers numbers as actions (docs/engines/plugins.md).
#pragma once

#include "backend/driver/load.h"
#include "ir/module/layout.h"
#include "runtime/host/game/dense_numbers.h"

#include <cstdint>
#include <optional>

namespace tesuji::driver {

/// Cost limit for finding them; beyond it they are unknown.
inline constexpr std::uint64_t most_possible_rows = 250'000;
/// Steps of the interpreter for each attempt (passes/nets/possible_moves.h): a few seconds.
inline constexpr std::uint64_t most_possible_steps = 200'000'000;

/// Returns, by role, the moves, numbered as in make_tables, that may be legal in a reachable state.
/// Returns nothing if the cost is too high, or if the module, at level plans, has plans without
/// their rules.
[[nodiscard]] std::optional<runtime::RoleMoves> possible_moves(const ir::Module& module,
                                                               const ir::Layout& layout,
                                                               Session& session);

}  // namespace tesuji::driver
