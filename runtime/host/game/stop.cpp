#include "runtime/host/game/stop.h"

#include <algorithm>
#include <chrono>

namespace tesuji::runtime {
namespace {

constinit thread_local const std::atomic<bool>* innermost = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>* stop) : before_(innermost) {
  if (stop != nullptr) innermost = stop;
}

StopScope::~StopScope() {
  innermost = before_;
}

const std::atomic<bool>* requested_stop() {
  return innermost;
}

const volatile int* requested_stop_word() {
  static_assert(sizeof(std::atomic<bool>) == 1 && std::atomic<bool>::is_always_lock_free);
  return reinterpret_cast<const volatile int*>(innermost);
}

std::unique_ptr<Scratch> make_scratch(const Game& game, const std::atomic<bool>* stop) {
  const StopScope scope(stop);
  return game.make_scratch();
}

namespace {

const std::atomic<bool> never_set{false};

}  // namespace

Unstoppable::Unstoppable() : scope_(&never_set) {}

TimedStop::TimedStop(double seconds, const std::atomic<bool>* also)
    : also_(also), limited_(seconds > 0) {
  if (limited_) watcher_ = std::thread([this, seconds] { watch(seconds); });
}

TimedStop::~TimedStop() {
  lift();
}

void TimedStop::lift() {
  if (!watcher_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  watcher_.join();
}

const std::atomic<bool>* TimedStop::flag() const {
  return limited_ ? &flag_ : also_;
}

void TimedStop::watch(double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::duration<double> pause = std::chrono::milliseconds(20);
  constexpr double longest = 1e8;  // three years, so that the sum stays in range
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(std::min(seconds, longest)));
  std::unique_lock lock(mutex_);
  for (;;) {
    const std::chrono::duration<double> left = end - Clock::now();
    const bool asked = also_ != nullptr && also_->load(std::memory_order_relaxed);
    if (asked || left.count() <= 0) {
      over_.store(!asked, std::memory_order_relaxed);
      // Whoever sees the flag sees why it is set.
      flag_.store(true, std::memory_order_release);
      return;
    }
    if (wake_.wait_for(lock, std::min(left, pause), [this] { return done_; })) return;
  }
}

}  // namespace tesuji::runtime
