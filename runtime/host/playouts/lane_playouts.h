// Random playouts in lanes: up to 512 games at a time in one thread, as one program over bits
// (docs/engines/batches.md).
//
// Playouts are spread over blocks of 64 lanes by their number alone, and each block has a stream
// of random numbers of its own. So a run plays the same games however wide the words are and
// however many threads there are; they are not the games that playouts one by one (playout.h) play.
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

/// So long what runs is played on when `stop` is set: games of usual lengths end meanwhile, so that
/// they count alike.
inline constexpr std::chrono::milliseconds most_run_out{50};

/// Which of some states, which lie one after the other, are terminal: a bit for each, the first 64
/// in the first word.
using TerminalStates =
    std::function<std::vector<std::uint64_t>(std::span<const std::uint64_t> states)>;

/// A game with code for lanes.
struct LanePlayer {
  /// The game itself: names, and what lanes do not do. Its states are bits, fluent i at bit i.
  std::shared_ptr<const Game> game;
  std::uint64_t fluents = 0;
  tsj_lane_code code{};
  std::vector<tsj_lane_answer> answers;  ///< of code.goals; without these the game is asked
  /// Fluents of which lanes take exactly one to hold in every state; empty: any state will do.
  std::vector<std::uint64_t> control;
  /// Bits of a state that lanes take to be what they are initially (NetTables::fixed).
  State fixed{};
  TerminalStates terminal{};         ///< empty: the game is asked, one state after the other
  std::shared_ptr<const void> keep;  ///< owns what `code` needs
  /// Plays where nobody asks for the end of each playout; `code` plays until it is ready, and where
  /// it fails. Null: none.
  std::shared_ptr<const LaneDevice> device{};
};

/// A playout that is over.
struct LaneEnd {
  std::uint64_t playout = 0;  ///< number p of start state p / SimulationOptions::playouts
  std::uint64_t length = 0;   ///< joint moves
  PlayoutEnd how = PlayoutEnd::terminal;
  StateView state;  ///< its last one; there during the call only
};

/// Whether lanes begin with such a state, unless it is terminal: one that a play may lead to, as
/// far as lanes rely on that. Others are played one by one.
[[nodiscard]] bool begins_in_lanes(const LanePlayer& player, StateView state);

/// Called for each playout that is over, in no particular order, by the thread that played it. What
/// it throws ends the run and goes to the caller.
using LaneEndHandler = std::function<void(const LaneEnd&)>;

/// Bytes of memory that one thread takes to play from one state, for all its lanes together.
[[nodiscard]] std::uint64_t batch_bytes(const LanePlayer& player);

/// As simulate() of simulation.h. `seconds` and `stop` are looked at every 16 moves of all lanes.
[[nodiscard]] SimulationResult simulate_in_lanes(const LanePlayer& player,
                                                 const SimulationOptions& options);

/// Playouts from each of several states, `options.playouts` from each; the statistics of each, in
/// their order. `starts`: states of the game, one after the other. States that lanes do not take
/// (terminal ones, and such as no play leads to) are played one by one, by the calling thread. Once
/// `seconds` are over, or `stop` says so, later start states may have been left out, and what runs
/// is played on for 4,096 moves at most, with `stop` for most_run_out: longer games are given up,
/// and count nowhere. Each thread keeps 8 bytes for each start state and answer. Throws as the game
/// does (LimitReached).
[[nodiscard]] std::vector<SimulationResult> simulate_in_lanes(const LanePlayer& player,
                                                              std::span<const std::uint64_t> starts,
                                                              const SimulationOptions& options,
                                                              const LaneEndHandler& ended = {});

}  // namespace tesuji::runtime
