#include "tools/options/time_limits.h"

#include "tools/base/command.h"
#include "tools/base/progress.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace tesuji::tools {
namespace {

double now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

}  // namespace

LoadingLimit::LoadingLimit(double seconds, std::string message) : seconds_(seconds), begin_(now()) {
  if (seconds <= 0) return;
  watcher_ = std::thread([this, message = std::move(message)] {
    std::unique_lock lock(mutex_);
    const std::chrono::duration<double> wait(std::min(seconds_, 1e8));
    if (wake_.wait_for(lock, wait, [this] { return done_; })) return;
    hide_progress();
    fmt::print(stderr, "{}\n", message);
    std::fflush(stderr);
    std::_Exit(exit_limit);
  });
}

double LoadingLimit::end() {
  if (watcher_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_all();
    watcher_.join();
  }
  return seconds_ <= 0 ? 0 : std::max(seconds_ - (now() - begin_), 0.001);
}

}  // namespace tesuji::tools
