#include "runtime/host/standby/thread_watch.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace tesuji::runtime {
namespace {

constexpr std::chrono::milliseconds watch_interval{20};

/// The watched threads, and the thread that watches them.
struct Watcher {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::vector<WatchedThread*> threads;
  std::size_t users = 0;
  std::jthread thread;
};

/// Never destroyed: threads that end later still use it.
Watcher& watcher() {
  static Watcher& only = *new Watcher;
  return only;
}

std::uint64_t processor_time(clockid_t clock) {
  std::timespec time{};
  if (::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U +
         static_cast<std::uint64_t>(time.tv_nsec);
}

/// Whether the host requests a stop while the thread is still working on the question.
bool is_stopped_by_host(WatchedThread& thread, std::uint64_t question) {
  thread.looked_at.store(true, std::memory_order_seq_cst);
  bool stopped = false;
  if (thread.question.load(std::memory_order_seq_cst) == question) {
    const auto* flag = reinterpret_cast<const volatile unsigned char*>(
        thread.host.load(std::memory_order_relaxed));
    stopped = flag != nullptr && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
  }
  thread.looked_at.store(false, std::memory_order_seq_cst);
  return stopped;
}

void look_at(WatchedThread& thread) {
  const std::uint64_t question = thread.question.load(std::memory_order_acquire);
  if (question % 2 == 0) return;
  const std::uint64_t now = processor_time(thread.clock);
  if (question != thread.seen) {
    thread.seen = question;
    thread.since = now;
  }
  const bool over =
      now > thread.since && now - thread.since > thread.limit.load(std::memory_order_relaxed);
  if (over) thread.over.store(question, std::memory_order_relaxed);
  if (!over && !is_stopped_by_host(thread, question)) return;
  // If the next question has begun meanwhile, it is stopped, and repeated.
  __atomic_store_n(&thread.flag, 1, __ATOMIC_RELEASE);
}

void watch_all(Watcher& all, const std::stop_token& stop) {
  std::unique_lock lock(all.mutex);
  while (!stop.stop_requested()) {
    all.wake.wait_for(lock, stop, watch_interval, [] { return false; });
    for (WatchedThread* thread : all.threads) look_at(*thread);
  }
}

}  // namespace

ThreadWatch::ThreadWatch() {
  Watcher& all = watcher();
  const std::lock_guard lock(all.mutex);
  if (all.users == 0) {
    try {
      all.thread = std::jthread([&all](const std::stop_token& stop) { watch_all(all, stop); });
    } catch (const std::system_error&) {
      return;
    }
  }
  ++all.users;
  watches_ = true;
}

ThreadWatch::~ThreadWatch() {
  if (!watches_) return;
  Watcher& all = watcher();
  std::jthread last;  // destroyed, and so joined, after the lock is released
  const std::lock_guard lock(all.mutex);
  if (--all.users == 0) last = std::move(all.thread);
}

WatchedThread::WatchedThread() {
  if (::pthread_getcpuclockid(::pthread_self(), &clock) != 0) clock = CLOCK_THREAD_CPUTIME_ID;
  Watcher& all = watcher();
  const std::lock_guard lock(all.mutex);
  all.threads.push_back(this);
}

WatchedThread::~WatchedThread() {
  Watcher& all = watcher();
  const std::lock_guard lock(all.mutex);
  std::erase(all.threads, this);
}

WatchedThread& watched_thread() {
  thread_local WatchedThread own;
  return own;
}

}  // namespace tesuji::runtime
