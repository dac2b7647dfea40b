#include "runtime/host/playouts/timed_playouts.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/deadline.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace tesuji::runtime {
namespace {

/// Finds the role without a legal move, after drawing a joint move has failed.
Role role_without_moves(const Game& game, StateView state, Scratch& scratch) {
  std::vector<std::vector<Move>> legal;
  game.legal(state, scratch, legal);
  const auto found = std::find_if(legal.begin(), legal.end(),
                                  [](const std::vector<Move>& moves) { return moves.empty(); });
  return static_cast<Role>(found - legal.begin());
}

}  // namespace

TimedPlayouts play_for(const Game& game, double seconds, std::uint64_t seed,
                       const std::atomic<bool>* stop) {
  const auto begin = std::chrono::steady_clock::now();
  Deadline deadline(seconds);
  const TimedStop timed(seconds, stop);
  const StopScope scope(timed.flag());
  TimedPlayouts result;
  const auto scratch = game.make_scratch();
  State state;
  State next(game.state_words());
  std::vector<Move> joint(game.roles().size());
  std::vector<int> goals(game.roles().size());
  Rng rng(seed, 0);
  state.assign(game.initial().begin(), game.initial().end());
  const auto is_over = [&] {
    return deadline.is_over() || (stop != nullptr && stop->load(std::memory_order_relaxed));
  };
  const auto play = [&] {
    while (!is_over()) {
      const Drawn drawn = game.draw(state, *scratch, rng, joint);
      if (drawn == Drawn::stuck) {
        result.stuck = role_without_moves(game, state, *scratch);
        break;
      }
      if (drawn == Drawn::joint) {
        game.next(state, joint, *scratch, next);
        state.swap(next);
        ++result.steps;
        continue;
      }
      game.goal_values(state, *scratch, goals);
      ++result.playouts;
      rng = Rng(seed, result.playouts);
      state.assign(game.initial().begin(), game.initial().end());
    }
  };
  try {
    play();
  } catch (const Stopped&) {
    // Stopped within a question: the current playout is not counted.
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace tesuji::runtime
