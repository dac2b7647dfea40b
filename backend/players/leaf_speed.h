// Measures which way of playing random games from leaves is the fastest.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/lane_loader.h"
#include "runtime/host/mcts/rollouts.h"
#include "runtime/host/mcts/tree_search.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tesuji::driver {

/// By the first game, by the net from which lanes were made, or in lanes.
enum class LeafWay : std::uint8_t { first, net, lanes };

/// How leaves are played in lanes.
struct LeafBatch {
  std::size_t leaves = 64;     ///< at a time, in lanes
  std::uint32_t playouts = 1;  ///< from each of them
};

/// Lanes win only if they gain enough to outweigh that leaves are chosen before the results of
/// others in the batch are known. Both states are the match's, in each game's words. Measures
/// processor time, in part of a move's time. Nothing if that was too short, or the limits' flag
/// stopped it.
[[nodiscard]] std::optional<LeafWay> fastest_leaves(
    const LoadedGame& first, const runtime::State& state, const BatchGame& game,
    const runtime::State& state_in_lanes, const runtime::RolloutOptions& options,
    const LeafBatch& batch, const runtime::TreeSearchLimits& limits);

}  // namespace tesuji::driver
