#include "runtime/host/simulation.h"

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

/// Tells when the time is over without looking at the clock at every playout: the more playouts
/// a millisecond has, the more seldom.
class Deadline {
 public:
  explicit Deadline(double seconds)
      : limited_(seconds > 0), looked_(Clock::now()), end_(looked_ + to_duration(seconds)) {}

  /// To be asked before each playout.
  bool is_over() {
    if (!limited_ || --until_look_ > 0) return false;
    const Clock::time_point now = Clock::now();
    stride_ = now - looked_ < std::chrono::milliseconds(1) ? stride_ * 2 : (stride_ + 1) / 2;
    until_look_ = stride_;
    looked_ = now;
    return now >= end_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static Clock::duration to_duration(double seconds) {
    constexpr double longest = 1e8;  // three years, so that the sum stays in range
    return std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(std::min(seconds, longest)));
  }

  bool limited_;
  Clock::time_point looked_;
  Clock::time_point end_;
  std::uint64_t stride_ = 1;
  std::uint64_t until_look_ = 1;
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
