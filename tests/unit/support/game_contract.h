// Test support: what every implementation of runtime/host/game/game.h promises, checked
// on any game.
#pragma once

#include "runtime/host/game/game.h"

#include <cstddef>
#include <cstdint>

namespace tesuji::tests {

struct ContractOptions {
  std::uint64_t seed = 1;
  std::size_t playouts = 2;
  std::size_t steps = 12;  ///< per playout
};

/// Plays random games and checks (Catch2) in every state on the way: legal moves
/// unique, named, and found by name; states that copy, compare and are
/// named by their fluents, which are where place_of says; every answer the same when asked again,
/// in any order, and with another scratch; goal_values as goal says; next a function of its
/// arguments that writes all of `out` and nothing else. And the same seed plays the same game.
void check_contract(const runtime::Game& game, const ContractOptions& options);

/// The same seed plays the same game in one that was just made and in one that has
/// been played before: no answer depends on what was asked earlier.
void check_no_history(const runtime::Game& fresh, const runtime::Game& used,
                      const ContractOptions& options);

/// Several threads on one game, each with a scratch of its own, find what one does.
void check_threads(const runtime::Game& game, const ContractOptions& options);

}  // namespace tesuji::tests
