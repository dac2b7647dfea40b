// Opens a game for many random playouts at a time, for programs that host tesuji
// (docs/engines/batches.md). It includes no header of the compiler. `cmake --install` puts it
// beside open_game.h.
#pragma once

#include "runtime/host/playouts/simulation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tesuji::driver {

/// What simulate() plays; complete in backend/open/batch_game.h.
struct BatchGame;

/// In the place of a number of lanes: on a GPU (docs/engines/gpu.md), or else in the widest words.
inline constexpr std::uint32_t on_gpu = ~std::uint32_t{0};

struct OpenedBatch {
  /// Null where the file cannot be played; `messages` says why. Keeps everything that it needs.
  /// With on_gpu its end waits for compilers (docs/engines/gpu.md), and is to come before the
  /// process's.
  std::shared_ptr<const BatchGame> batch;
  /// The game itself: its states, moves, roles. Null as `batch`.
  std::shared_ptr<const runtime::Game> game;
  std::uint32_t lanes = 0;  ///< games at a time; 0: one by one, and `reason` says why
  std::string reason;
  std::string gpu;         ///< the GPU that is to play; empty: none is
  std::string gpu_reason;  ///< why the GPU that was asked for does not play
  /// Errors and warnings as `tesuji` prints them, with place, line and carets; empty: none.
  std::string messages;
};

/// Opens a rulesheet (.kif, .gdl), IR text, or a plugin (.so). `lanes`: at most 64, 256 or
/// 512 at a time, 0 for as many as the processor and the plugin have, or on_gpu; anything else is
/// an error. `cache`: the folder in which what is compiled is kept, and looked for
/// (docs/engines/cache.md), kernels for GPUs, too; empty: none. Throws runtime::LimitReached, and
/// std::system_error where the system has no memory map for it.
[[nodiscard]] OpenedBatch open_batch(const std::string& path, std::uint32_t lanes = 0,
                                     const std::string& cache = {});

/// Playouts from each of `count` states, which lie one after the other: the statistics of each. The
/// same for any `lanes` but 0, and for any number of threads; runtime/host/playouts/lane_playouts.h
/// says what happens when it is told to stop. For any number of callers at once. Throws
/// runtime::LimitReached.
[[nodiscard]] std::vector<runtime::SimulationResult> simulate(
    const BatchGame& game, std::span<const std::uint64_t> starts, std::size_t count,
    const runtime::SimulationOptions& options);

}  // namespace tesuji::driver
