#include "runtime/host/memory/background.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

namespace tesuji::runtime {
namespace {

struct BackgroundThread {
  std::stop_source stop;
  std::atomic<bool> is_over{false};
  std::thread thread;  ///< joined before this is destroyed
};

struct BackgroundThreads {
  std::mutex mutex;
  std::list<BackgroundThread> all;  ///< guarded by the mutex
  std::atomic<bool> left{false};
};

/// Never destroyed: threads read it until the process has ended.
BackgroundThreads& threads() {
  static BackgroundThreads& threads = *new BackgroundThreads();
  return threads;
}

void join(std::list<BackgroundThread>& ended) {
  for (BackgroundThread& one : ended) one.thread.join();
}

/// Takes those that are over; a thread is joined without the mutex.
std::list<BackgroundThread> take_ended(BackgroundThreads& from) {
  std::list<BackgroundThread> ended;
  for (auto one = from.all.begin(); one != from.all.end();) {
    const auto next = std::next(one);
    if (one->is_over) ended.splice(ended.end(), from.all, one);
    one = next;
  }
  return ended;
}

}  // namespace

std::stop_source run_in_background(std::function<void(const std::stop_token&)> work) {
  // Registered after the exit handlers of everything the work uses: std::atexit runs handlers in
  // reverse order, so this one runs first.
  static const int registered = std::atexit(end_background_works);
  static_cast<void>(registered);
  std::list<BackgroundThread> ended;
  std::stop_source stop;
  bool begun = false;
  {
    const std::lock_guard lock(threads().mutex);
    ended = take_ended(threads());
    BackgroundThread& one = threads().all.emplace_back();
    stop = one.stop;
    try {
      one.thread = std::thread([&one, work, token = stop.get_token()]() mutable {
        work(token);
        work = nullptr;  // frees what the work owns
        one.is_over = true;
      });
      begun = true;
    } catch (...) {  // no thread, or no memory for one
      threads().all.pop_back();
    }
  }
  join(ended);
  if (!begun) work(stop.get_token());
  return stop;
}

std::size_t background_works() {
  const std::lock_guard lock(threads().mutex);
  return static_cast<std::size_t>(std::ranges::count_if(
      threads().all, [](const BackgroundThread& one) { return !one.is_over; }));
}

void leave_background_works(bool left) {
  threads().left = left;
}

bool background_works_are_left() {
  return threads().left;
}

void end_background_works() {
  std::list<BackgroundThread> all;
  {
    const std::lock_guard lock(threads().mutex);
    for (const BackgroundThread& one : threads().all) {
      static_cast<void>(std::stop_source(one.stop).request_stop());
    }
    all.splice(all.end(), threads().all);
  }
  join(all);
}

}  // namespace tesuji::runtime
