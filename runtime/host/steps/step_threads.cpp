#include "runtime/host/steps/step_threads.h"

#include <algorithm>
#include <chrono>
#include <system_error>

namespace tesuji::runtime {
namespace {

/// Looks so often before it sleeps: some ten microseconds, less than waking takes.
constexpr int looks = 2'000;

/// Work that takes less is done by one thread: waking another one takes about as long.
constexpr std::int64_t least_shared_ns = 30'000;
/// So often it is measured how long that takes.
constexpr int most_trials = 8;

/// Waits until it is another value, which is returned.
std::uint32_t wait_while(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  for (int i = 0; i < looks; ++i) {
    const std::uint32_t now = value.load(std::memory_order_acquire);
    if (now != old) return now;
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
  }
  value.wait(old, std::memory_order_acquire);
  return value.load(std::memory_order_acquire);
}

}  // namespace

StepThreads::StepThreads(unsigned count) {
  try {
    for (unsigned thread = 1; thread < count; ++thread) {
      others_.emplace_back([this, thread] { wait_for_work(thread); });
    }
  } catch (const std::system_error&) {
    // Those that there are do it.
  }
}

StepThreads::~StepThreads() {
  over_ = true;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& other : others_) other.join();
}

void StepThreads::do_pieces(unsigned thread) const {
  for (std::size_t piece = thread; piece < pieces_; piece += count()) (*work_)(thread, piece);
}

void StepThreads::wait_for_work(unsigned thread) {
  for (std::uint32_t round = 0;;) {
    round = wait_while(round_, round);
    if (over_) return;
    do_pieces(thread);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void StepThreads::run(std::size_t pieces, const std::function<void(unsigned, std::size_t)>& work) {
  work_ = &work;
  pieces_ = pieces;
  if (others_.empty() || pieces < 2) {
    for (std::size_t piece = 0; piece < pieces; ++piece) work(0, piece);
    return;
  }
  busy_.store(static_cast<std::uint32_t>(others_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  do_pieces(0);
  for (std::uint32_t left; (left = busy_.load(std::memory_order_acquire)) != 0;) {
    wait_while(busy_, left);
  }
}

void StepThreads::run_often(std::size_t pieces,
                            const std::function<void(unsigned, std::size_t)>& work) {
  if (trials_ == most_trials && alone_ns_ >= least_shared_ns) {
    run(pieces, work);
    return;
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = trials_ < most_trials ? Clock::now() : Clock::time_point();
  for (std::size_t piece = 0; piece < pieces; ++piece) work(0, piece);
  if (trials_ == most_trials) return;
  ++trials_;
  alone_ns_ = std::min<std::int64_t>(
      alone_ns_,
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
}

}  // namespace tesuji::runtime
