// Stops questions that take too much processor time: a thread checks the others from time to time.
// For code that does not count its work.
//
// A question costs three stores before and after it, and never reads a clock. Every 20 ms the
// watcher checks which threads are still working on the same question as at its last check, and how
// much processor time they have used since: so a limit is exceeded by up to two intervals, and
// other load on the machine stops nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <thread>

namespace tesuji::runtime {

/// Keeps the watcher running, one for the process, while any such object exists.
class ThreadWatch {
 public:
  ThreadWatch();
  ~ThreadWatch();
  ThreadWatch(const ThreadWatch&) = delete;
  ThreadWatch& operator=(const ThreadWatch&) = delete;

  /// Returns false if the system had no thread left: then nothing is watched.
  [[nodiscard]] bool watches() const { return watches_; }

 private:
  bool watches_ = false;
};

/// What a thread is working on. One for each thread, for questions that do not nest.
struct WatchedThread {
  /// The flag that the question checks (tsj_scratch::stop); its lowest byte.
  int flag = 0;
  std::atomic<std::uint64_t> question{0};          ///< odd: the thread is working on one
  std::atomic<const volatile int*> host{nullptr};  ///< the host's flag, which the watcher forwards
  std::atomic<bool> looked_at{false};              ///< the watcher reads that flag
  std::atomic<std::uint64_t> limit{0};             ///< nanoseconds of processor time
  std::atomic<std::uint64_t> over{0};              ///< the question that has exceeded its limit
  clockid_t clock{};                               ///< of the thread
  /// Used only by the watcher: the last question that it saw, and the thread's processor time at
  /// that moment.
  std::uint64_t seen = 0;
  std::uint64_t since = 0;

  WatchedThread();
  ~WatchedThread();
  WatchedThread(const WatchedThread&) = delete;
  WatchedThread& operator=(const WatchedThread&) = delete;
};

/// Returns this thread's entry. While a ThreadWatch lives, it is watched between begin_watched and
/// end_watched.
[[nodiscard]] WatchedThread& watched_thread();

/// Begins a question that may take this many nanoseconds; `host` may be null.
inline void begin_watched(WatchedThread& thread, const volatile int* host, std::uint64_t limit) {
  thread.host.store(host, std::memory_order_relaxed);
  thread.limit.store(limit, std::memory_order_relaxed);
  __atomic_store_n(&thread.flag, 0, __ATOMIC_RELAXED);
  thread.question.store(thread.question.load(std::memory_order_relaxed) + 1,
                        std::memory_order_release);
}

/// Ends the question; returns whether it was stopped because it took too long.
inline bool end_watched(WatchedThread& thread) {
  const std::uint64_t question = thread.question.load(std::memory_order_relaxed);
  if (thread.host.load(std::memory_order_relaxed) == nullptr) {
    thread.question.store(question + 1, std::memory_order_release);
  } else {
    // The host's flag may be destroyed once this returns.
    thread.question.store(question + 1, std::memory_order_seq_cst);
    while (thread.looked_at.load(std::memory_order_seq_cst)) std::this_thread::yield();
  }
  return thread.over.load(std::memory_order_relaxed) == question;
}

}  // namespace tesuji::runtime
