#include "runtime/host/steps/step_threads.h"

#include <algorithm>
#include <chrono>
#include <system_error>

namespace tesuji::runtime {
namespace {

/// Polls before a thread sleeps: some ten microseconds, less than waking takes.
constexpr int looks = 2'000;

/// Shorter work is done by one thread, because waking another takes about as long.
constexpr std::int64_t least_shared_ns = 30'000;
/// How often the time of the work is measured.
constexpr int most_trials = 8;

/// Waits until the value changes; returns the new value.
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

StepThreads::StepThreads(unsigned count) : queues_(std::make_unique<Queue[]>(std::max(1U, count))) {
  try {
    for (unsigned thread = 1; thread < count; ++thread) {
      others_.emplace_back([this, thread] { wait_for_work(thread); });
    }
  } catch (const std::system_error&) {
    // Continues with the threads that exist.
  }
}

StepThreads::~StepThreads() {
  over_ = true;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& other : others_) other.join();
}

/// Takes a piece of `owner` that is not begun in this round.
bool StepThreads::take(unsigned owner, std::uint32_t round, std::size_t& piece) {
  std::atomic<std::uint64_t>& begun = queues_[owner].begun;
  std::uint64_t seen = begun.load(std::memory_order_acquire);
  while (static_cast<std::uint32_t>(seen >> 32) == round) {
    piece = owner + static_cast<std::size_t>(static_cast<std::uint32_t>(seen)) * count();
    if (piece >= pieces_.load(std::memory_order_relaxed)) return false;
    if (begun.compare_exchange_weak(seen, seen + 1, std::memory_order_acq_rel,
                                    std::memory_order_acquire)) {
      return true;
    }
  }
  return false;
}

void StepThreads::do_pieces(unsigned thread, std::uint32_t round) {
  for (unsigned i = 0; i < count(); ++i) {
    for (std::size_t piece = 0; take((thread + i) % count(), round, piece);) {
      (*work_.load(std::memory_order_relaxed))(thread, piece);
      if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1 && thread != 0) left_.notify_one();
    }
  }
}

void StepThreads::wait_for_work(unsigned thread) {
  for (std::uint32_t round = 0;;) {
    round = wait_while(round_, round);
    if (over_) return;
    do_pieces(thread, round);
  }
}

void StepThreads::run(std::size_t pieces, const std::function<void(unsigned, std::size_t)>& work) {
  if (others_.empty() || pieces < 2) {
    for (std::size_t piece = 0; piece < pieces; ++piece) work(0, piece);
    return;
  }
  const std::uint32_t round = round_.load(std::memory_order_relaxed) + 1;
  const std::uint64_t tag = static_cast<std::uint64_t>(round) << 32;
  // A late thread may still read the last round: queues have no piece for it while the number of
  // pieces changes.
  for (unsigned thread = 0; thread < count(); ++thread) {
    queues_[thread].begun.exchange(tag | UINT32_MAX, std::memory_order_acq_rel);
  }
  work_.store(&work, std::memory_order_relaxed);
  pieces_.store(pieces, std::memory_order_relaxed);
  left_.store(static_cast<std::uint32_t>(pieces), std::memory_order_relaxed);
  for (unsigned thread = 0; thread < count(); ++thread) {
    queues_[thread].begun.store(tag, std::memory_order_release);
  }
  round_.store(round, std::memory_order_release);
  round_.notify_all();
  do_pieces(0, round);
  for (std::uint32_t left; (left = left_.load(std::memory_order_acquire)) != 0;) {
    wait_while(left_, left);
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
