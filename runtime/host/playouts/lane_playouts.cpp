#include "runtime/host/playouts/lane_playouts.h"

#include "runtime/core/tesuji/lane_batch.h"
#include "runtime/core/tesuji/lane_start.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/playouts/lane_run.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace tesuji::runtime {
namespace {

/// As TerminalStates, of the first states where it is stopped meanwhile.
std::vector<std::uint64_t> find_terminal(const Game& game, std::span<const std::uint64_t> states,
                                         const SimulationOptions& options) {
  const std::size_t words = game.state_words();
  const StopScope scope(options.stop);
  const auto scratch = game.make_scratch();
  std::vector<std::uint64_t> terminal((states.size() / words + 63) / 64);
  try {
    for (std::size_t i = 0; i < states.size() / words && !is_stopped(options); ++i) {
      if (!game.terminal(states.subspan(i * words, words), *scratch)) continue;
      terminal[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  } catch (const Stopped&) {
    // Nothing will be played.
  }
  return terminal;
}

/// Plays one by one; the streams of random numbers are none of the blocks'. `first`: the number of
/// its first playout.
SimulationResult play_singly(const LanePlayer& player, StateView start, std::uint64_t first,
                             const SimulationOptions& options, Deadline& deadline,
                             const LaneEndHandler& ended) {
  SimulationResult result;
  result.statistics.goal_sums.resize(player.game->roles().size());
  result.statistics.goal_counts.resize(player.game->roles().size());
  result.shortest = std::numeric_limits<std::uint64_t>::max();
  Player single(*player.game, options.stop);
  for (std::uint64_t i = 0; i < options.playouts && !deadline.is_over(); ++i) {
    if (is_stopped(options)) break;
    const std::uint64_t before = result.statistics.steps;
    const PlayoutEnd how =
        single.play(start, Rng(options.seed, ~(first + i)), options.step_limit, result.statistics);
    if (how == PlayoutEnd::stopped) break;
    const std::uint64_t length = result.statistics.steps - before;
    result.shortest = std::min(result.shortest, length);
    result.longest = std::max(result.longest, length);
    if (ended) ended({first + i, length, how, single.state()});
  }
  if (result.statistics.playouts == 0) result.shortest = 0;
  return result;
}

}  // namespace

bool begins_in_lanes(const LanePlayer& player, StateView state) {
  return tsj_lane_suits(state.data(), player.game->initial().data(), player.fixed.data(),
                        player.fixed.size(), player.control.data(), player.control.size()) != 0;
}

std::uint64_t batch_bytes(const LanePlayer& player) {
  tsj_lane_order order{};
  order.code = &player.code;
  order.fluents = player.fluents;
  order.state_words = player.game->state_words();
  order.answers = player.answers.size();
  order.start_count = 1;
  return tsj_lane_bytes(&order);
}

std::vector<SimulationResult> simulate_in_lanes(const LanePlayer& player,
                                                std::span<const std::uint64_t> starts,
                                                const SimulationOptions& options,
                                                const LaneEndHandler& ended) {
  const auto begin = std::chrono::steady_clock::now();
  const std::size_t words = player.game->state_words();
  const std::size_t count = starts.size() / words;
  const std::vector<std::uint64_t> terminal =
      player.terminal ? player.terminal(starts) : find_terminal(*player.game, starts, options);
  std::vector<SimulationResult> results(count);
  Deadline deadline(options.seconds);
  State in_lanes;
  std::vector<std::uint64_t> numbers;  // of these start states among all
  for (std::size_t i = 0; i < count; ++i) {
    const StateView state = starts.subspan(i * words, words);
    const bool over = (terminal[i / 64] >> (i % 64) & 1U) != 0;
    if (options.step_limit > 0 && !over && begins_in_lanes(player, state)) {
      in_lanes.insert(in_lanes.end(), state.begin(), state.end());
      numbers.push_back(i);
    } else {
      results[i] = play_singly(player, state, i * options.playouts, options, deadline, ended);
    }
  }
  LaneEndHandler numbered;
  if (ended) {
    numbered = [&](LaneEnd end) {
      end.playout = numbers[end.playout / options.playouts] * options.playouts +
                    end.playout % options.playouts;
      ended(end);
    };
  }
  // What was played singly has taken some of the time.
  SimulationOptions rest = options;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  if (options.seconds > 0) rest.seconds = std::max(options.seconds - spent.count(), 1e-9);
  LaneRun run(player, in_lanes, rest, numbered);
  const bool on_device = player.device != nullptr && !ended && player.code.goals != nullptr &&
                         !numbers.empty() && options.playouts != 0;
  run.play(on_device ? player.device.get() : nullptr);
  for (std::size_t i = 0; i < numbers.size(); ++i) results[numbers[i]] = run.result(i);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  for (SimulationResult& result : results) result.seconds = seconds.count();
  return results;
}

SimulationResult simulate_in_lanes(const LanePlayer& player, const SimulationOptions& options) {
  return simulate_in_lanes(player, player.game->initial(), options).front();
}

}  // namespace tesuji::runtime
