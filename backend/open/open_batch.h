// Opens a game for many random playouts at a time, for programs that embed tesuji
// (docs/engines/batches.md). Includes no header of the compiler. `cmake --install` installs it
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

/// The game that simulate() plays; complete in backend/open/batch_game.h.
struct BatchGame;

/// Instead of a number of lanes: on a GPU (docs/engines/gpu.md), or else in the widest words.
inline constexpr std::uint32_t on_gpu = ~std::uint32_t{0};

struct OpenedBatch {
  /// Null if the file cannot be played; then `messages` says why. Owns everything that it needs.
  /// With on_gpu, its destructor waits for compilers (docs/engines/gpu.md), and must run before the
  /// process ends.
  std::shared_ptr<const BatchGame> batch;
  /// The game itself: its states, moves, roles. Null if `batch` is.
  std::shared_ptr<const runtime::Game> game;
  std::uint32_t lanes = 0;  ///< games at a time; 0: one by one, and `reason` says why
  std::string reason;
  std::string gpu;         ///< the GPU that plays; empty: none
  std::string gpu_reason;  ///< why the requested GPU does not play
  /// Errors and warnings as `tesuji` prints them, with place, line and carets; or empty.
  std::string messages;
};

/// Opens a rulesheet (.kif, .gdl), IR text, or a plugin (.so). `lanes`: at most 64, 256 or 512 at a
/// time, 0 for as many as the processor and the plugin support, or on_gpu; anything else is an
/// error. `cache`: the folder in which compiled code, also kernels for GPUs, is stored and looked
/// up (docs/engines/cache.md); empty: none. Throws runtime::LimitReached, and std::system_error if
/// the system has no memory map for it.
[[nodiscard]] OpenedBatch open_batch(const std::string& path, std::uint32_t lanes = 0,
                                     const std::string& cache = {});

/// Plays playouts from each of `count` contiguous states; returns the statistics of each. The
/// result is the same for any `lanes` except 0, and for any number of threads;
/// runtime/host/playouts/lane_playouts.h says what happens on a stop. Thread-safe. Throws
/// runtime::LimitReached. In batch_game.cpp.
[[nodiscard]] std::vector<runtime::SimulationResult> simulate(
    const BatchGame& game, std::span<const std::uint64_t> starts, std::size_t count,
    const runtime::SimulationOptions& options);

}  // namespace tesuji::driver
