#include "backend/players/leaf_speed.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/memory/cpu_time.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace tesuji::driver {
namespace {

/// A leaf in lanes must be this many times as fast as a single one (docs/engines/search.md).
constexpr double least_gain = 1.25;
/// Approximate time of the tree per leaf, in any game. Faster playouts gain nothing, while in this
/// time lanes play several games from each leaf.
constexpr double tree_seconds = 3e-6;
/// Games with playouts this short are soon searched to their ends either way.
constexpr double tiny_seconds = 0.4e-6;
/// Number of playouts and tries in a measurement.
constexpr std::size_t tried_playouts = 8;
constexpr int tries = 3;
/// Playouts are repeated for so long, since reading the thread's clock takes up to a microsecond.
constexpr double least_measured_seconds = 50e-6;
/// A way that cannot be measured in this part of a move's time is too slow for such moves.
constexpr double measuring_part = 0.15;

/// Seconds for a leaf, of so many at a time. Throws Stopped.
double seconds_for_leaf(const runtime::RolloutFactory& factory, const runtime::State& from,
                        std::size_t leaves, std::size_t roles) {
  const auto rollouts = factory(0);
  std::vector<std::uint64_t> starts;
  for (std::size_t i = 0; i < leaves; ++i) starts.insert(starts.end(), from.begin(), from.end());
  std::vector<float> values(leaves * roles);
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < tries; ++run) {
    double seconds = 0;
    int rounds = 1;
    for (;; rounds *= 2) {
      const double begin = runtime::thread_seconds();
      for (int round = 0; round < rounds; ++round)
        rollouts->play(starts, values, runtime::requested_stop());
      seconds = runtime::thread_seconds() - begin;
      if (runtime::is_stop_requested()) throw runtime::Stopped();
      if (seconds >= least_measured_seconds) break;
    }
    best = std::min(best, seconds / rounds);
  }
  return best / static_cast<double>(leaves);
}

}  // namespace

std::optional<LeafWay> fastest_leaves(const LoadedGame& first, const runtime::State& state,
                                      const BatchGame& game, const runtime::State& state_in_lanes,
                                      const runtime::RolloutOptions& options,
                                      const LeafBatch& batch,
                                      const runtime::TreeSearchLimits& limits) {
  const runtime::TimedStop time(measuring_part * limits.seconds, limits.stop);
  const runtime::StopScope scope(time.flag());
  const std::size_t roles = first.game->roles().size();
  const std::shared_ptr<const runtime::LanePlayer> lanes(std::shared_ptr<void>(), &*game.lanes);
  try {
    const double by_first = seconds_for_leaf(runtime::scalar_rollouts(first.game, options), state,
                                             tried_playouts, roles);
    const double by_net = seconds_for_leaf(runtime::scalar_rollouts(game.loaded.game, options),
                                           state_in_lanes, tried_playouts, roles);
    const double in_lanes =
        seconds_for_leaf(runtime::lane_rollouts(lanes, options, batch.leaves, batch.playouts),
                         state_in_lanes, batch.leaves, roles);
    const double single = std::min(by_first, by_net);
    const double counted = single > tiny_seconds ? std::max(single, tree_seconds) : single;
    if (counted > least_gain * in_lanes) return LeafWay::lanes;
    return by_net < by_first ? LeafWay::net : LeafWay::first;
  } catch (const runtime::Stopped&) {
    return std::nullopt;
  }
}

}  // namespace tesuji::driver
