#include "runtime/host/simulation.h"

#include "runtime/host/deadline.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace tesuji::runtime {
namespace {

/// What one thread contributes.
struct Share {
  PlayoutStatistics statistics;
  std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t longest = 0;

  void add(const Share& other) {
    statistics += other.statistics;
    shortest = std::min(shortest, other.shortest);
    longest = std::max(longest, other.longest);
  }
};

Share play_share(const Game& game, const SimulationOptions& options,
                 std::atomic<std::uint64_t>& next_playout) {
  Share share;
  Player player(game);
  Deadline deadline(options.seconds);
  while (options.stop == nullptr || !options.stop->load(std::memory_order_relaxed)) {
    if (deadline.is_over()) break;
    const std::uint64_t playout = next_playout.fetch_add(1, std::memory_order_relaxed);
    if (playout >= options.playouts) break;
    const std::uint64_t before = share.statistics.steps;
    player.play(Rng(options.seed, playout), options.step_limit, share.statistics);
    const std::uint64_t length = share.statistics.steps - before;
    share.shortest = std::min(share.shortest, length);
    share.longest = std::max(share.longest, length);
  }
  return share;
}

}  // namespace

SimulationResult simulate(const Game& game, const SimulationOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  Share total;
  std::atomic<std::uint64_t> next_playout{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      const Share share = play_share(game, options, next_playout);
      const std::lock_guard lock(mutex);
      total.add(share);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next_playout.store(options.playouts, std::memory_order_relaxed);
    }
  };
  if (options.threads <= 1) {
    work();
  } else {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
  }
  if (failure) std::rethrow_exception(failure);
  SimulationResult result;
  result.shortest = total.statistics.playouts > 0 ? total.shortest : 0;
  result.longest = total.longest;
  result.statistics = std::move(total.statistics);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace tesuji::runtime
