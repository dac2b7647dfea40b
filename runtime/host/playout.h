// Random playouts over the game contract, and what is counted about many.
#pragma once

#include "runtime/host/game.h"
#include "runtime/host/rng.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace tesuji::runtime {

struct PlayoutEnd {
  enum class Kind {
    terminal,
    cut,      ///< the step limit came first
    stuck,    ///< not terminal, and a role has no legal move
    stopped,  ///< the caller asked to stop
  };
  Kind kind = Kind::terminal;
  std::uint32_t steps = 0;
  State state;  ///< the last one
};

/// Plays uniformly random legal moves of every role from the initial state.
/// `stop` (may be null) is looked at before every step.
[[nodiscard]] PlayoutEnd play_out(const Game& game, Scratch& scratch, Rng& random,
                                  std::uint32_t max_steps, const std::atomic<bool>* stop = nullptr);

struct SimulationOptions {
  std::uint64_t playouts = 1000;
  std::uint64_t seed = 1;
  std::uint32_t max_steps = 10'000;
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;  ///< set from outside: return what there is
};

/// Counts over playouts. All but `seconds` depends on game, seed and numbers of
/// playouts and steps only, not on threads or engine.
struct SimulationResult {
  struct RoleResult {
    std::uint64_t sum = 0;        ///< of goal values in terminal states that give just one
    std::uint64_t valued = 0;     ///< how many those are
    std::uint64_t missing = 0;    ///< terminal states without a goal value
    std::uint64_t ambiguous = 0;  ///< terminal states with several
    std::uint64_t odd = 0;        ///< one value, but no integer in 0..100
    std::vector<std::uint64_t> histogram = std::vector<std::uint64_t>(101);
  };
  std::uint64_t playouts = 0;  ///< finished ones: terminal + cut + stuck
  std::uint64_t terminal = 0;
  std::uint64_t cut = 0;
  std::uint64_t stuck = 0;
  std::uint64_t transitions = 0;  ///< steps of all finished playouts
  std::uint32_t shortest = 0;
  std::uint32_t longest = 0;
  std::vector<RoleResult> roles;
  double seconds = 0;  ///< wall clock

  void add(const SimulationResult& other);
};

/// Playouts 0 .. options.playouts - 1, playout i with stream i of the seed.
/// Throws what the game throws (LimitReached).
[[nodiscard]] SimulationResult simulate(const Game& game, const SimulationOptions& options);

}  // namespace tesuji::runtime
