#include "tools/time_limit.h"

#include "tools/interrupt.h"

#include <chrono>

namespace tesuji::tools {

TimeLimit::TimeLimit(double seconds) {
  watch_interrupts();
  watcher_ = std::thread([this, seconds] { watch(seconds); });
}

TimeLimit::~TimeLimit() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  watcher_.join();
}

void TimeLimit::watch(double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr auto pause = std::chrono::milliseconds(20);
  const Clock::time_point begin = Clock::now();
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, pause, [this] { return done_; })) {
    over_ = seconds > 0 && std::chrono::duration<double>(Clock::now() - begin).count() >= seconds;
    if (!over_ && !interrupted()) continue;
    flag_ = true;
    return;
  }
}

}  // namespace tesuji::tools
