// Prints a game's constants for C programs that use its plugin: `tesuji compile --emit=header`.
#pragma once

#include "runtime/host/game/dense_numbers.h"
#include "runtime/host/game/game.h"

#include <span>
#include <string>

namespace tesuji::driver {

/// Prints roles by number, the words of a state, and a strategy's predicates by number. `path`: of
/// the rulesheet, for the comment.
[[nodiscard]] std::string plugin_header(const runtime::Game& game, const std::string& path,
                                        std::span<const std::string> predicates,
                                        const runtime::DenseNumbers& numbers,
                                        std::span<const runtime::FluentBlock> fluents);

}  // namespace tesuji::driver
