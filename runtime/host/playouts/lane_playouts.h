// Plays random playouts in lanes: up to 512 games at a time in one thread, as one program over bits
// (docs/engines/batches.md).
//
// Playouts are assigned to blocks of 64 lanes by their number alone, and each block has its own
// stream of random numbers. So a run plays the same games for every width of words and number of
// threads; they differ from the games of playouts one by one (playout.h).
#pragma once

#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/lane_batch.h"
#include "runtime/core/tesuji/lanes.h"
#include "runtime/host/playouts/lane_device.h"
#include "runtime/host/playouts/simulation.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// How long running games continue after `stop` is set: games of usual lengths end in this time, so
/// that they are counted fairly.
inline constexpr std::chrono::milliseconds most_run_out{50};

/// Computes which of some states, which lie one after the other, are terminal: a bit for each, the
/// first 64 in the first word.
using TerminalStates =
    std::function<std::vector<std::uint64_t>(std::span<const std::uint64_t> states)>;

/// A game with code for lanes.
struct LanePlayer {
  /// The game itself, for names and all that lanes cannot do. Its states are bits, fluent i at bit
  /// i.
  std::shared_ptr<const Game> game;
  std::uint64_t fluents = 0;
  tsj_lane_code code{};
  std::vector<tsj_lane_answer> answers;  ///< of code.goals; if empty, the game computes goals
  /// Fluents of which lanes assume that exactly one holds in every state; empty: no assumption.
  std::vector<std::uint64_t> control;
  /// Bits of a state that lanes assume to be as in the initial state (NetTables::fixed).
  State fixed{};
  TerminalStates terminal{};         ///< empty: the game tests one state after the other
  std::shared_ptr<const void> keep;  ///< owns what `code` needs
  /// Plays if no LaneEndHandler is given; `code` plays until it is ready, and if it fails. May be
  /// null.
  std::shared_ptr<const LaneDevice> device{};
};

/// A playout that is over.
struct LaneEnd {
  std::uint64_t playout = 0;  ///< number p of start state p / SimulationOptions::playouts
  std::uint64_t length = 0;   ///< joint moves
  PlayoutEnd how = PlayoutEnd::terminal;
  StateView state;  ///< its last state; valid during the call only
};

/// Whether lanes can start from this state, unless it is terminal: it must be reachable as far as
/// lanes rely on that. Playouts from other states are played one by one.
[[nodiscard]] bool begins_in_lanes(const LanePlayer& player, StateView state);

/// Called for each playout that is over, in any order, by the thread that played it. If it throws,
/// the run ends and rethrows the exception.
using LaneEndHandler = std::function<void(const LaneEnd&)>;

/// Returns the bytes of memory that one thread needs to play from one state, for all its lanes
/// together.
[[nodiscard]] std::uint64_t batch_bytes(const LanePlayer& player);

/// As simulate() of simulation.h. Checks `seconds` and `stop` every 16 moves of all lanes.
[[nodiscard]] SimulationResult simulate_in_lanes(const LanePlayer& player,
                                                 const SimulationOptions& options);

/// Plays `options.playouts` playouts from each of several states; returns the statistics of each,
/// in their order. `starts`: states of the game, one after the other. The calling thread plays from
/// states that lanes cannot start from (terminal or unreachable ones) one by one. When `seconds`
/// are over, or `stop` is set, later start states may be missing, and running games continue for at
/// most 4,096 moves, with `stop` for most_run_out; longer games are dropped and not counted. Each
/// thread keeps 8 bytes for each start state and answer. Throws as the game does (LimitReached).
[[nodiscard]] std::vector<SimulationResult> simulate_in_lanes(const LanePlayer& player,
                                                              std::span<const std::uint64_t> starts,
                                                              const SimulationOptions& options,
                                                              const LaneEndHandler& ended = {});

}  // namespace tesuji::runtime
