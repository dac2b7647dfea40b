// Which bit of a game's states is which fluent: found by asking the game for states of single
// fluents, as names are slow.
#pragma once

#include "runtime/host/game/game.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// No state of the game has the fluent, or all have it.
inline constexpr std::uint64_t never_holds = ~std::uint64_t{0};
inline constexpr std::uint64_t always_holds = never_holds - 1;

/// For each of the fluents the number of the bit that is set where it holds, from the state's first
/// word on. Nothing where the game keeps its states otherwise, or it would take long to find out.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> find_fluent_bits(
    const Game& game, std::span<const std::string> fluents);

}  // namespace tesuji::runtime
