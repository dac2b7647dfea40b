// Stops questions that take more processor time than they may, by a thread that looks at others now
// and then. For code that counts nothing.
//
// Who asks writes three words before and after, and never reads a clock. The watcher looks every
// 20 ms which threads are still at the question that they were at when it looked last, and how much
// processor time these have taken since: so a limit is exceeded by up to two of its intervals, and
// a machine that is busy with something else stops nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <thread>

namespace tesuji::runtime {

/// Keeps the watcher running, one for the process, from the first of these to the last.
class ThreadWatch {
 public:
  ThreadWatch();
  ~ThreadWatch();
  ThreadWatch(const ThreadWatch&) = delete;
  ThreadWatch& operator=(const ThreadWatch&) = delete;

  /// False where the system had no thread: then nothing is watched.
  [[nodiscard]] bool watches() const { return watches_; }

 private:
  bool watches_ = false;
};

/// What a thread is at. One for each thread, for questions that do not nest.
struct WatchedThread {
  /// The flag that the question looks at (tsj_scratch::stop), its lowest byte.
  int flag = 0;
  std::atomic<std::uint64_t> question{0};          ///< odd: the thread is at one
  std::atomic<const volatile int*> host{nullptr};  ///< the host's flag, which is handed on
  std::atomic<bool> looked_at{false};              ///< the watcher reads that flag
  std::atomic<std::uint64_t> limit{0};             ///< nanoseconds of processor time
  std::atomic<std::uint64_t> over{0};              ///< the question that has taken longer
  clockid_t clock{};                               ///< of the thread
  /// The watcher's own: the question that it saw, and the clock then.
  std::uint64_t seen = 0;
  std::uint64_t since = 0;

  WatchedThread();
  ~WatchedThread();
  WatchedThread(const WatchedThread&) = delete;
  WatchedThread& operator=(const WatchedThread&) = delete;
};

/// This thread's. While a ThreadWatch lives, it is watched between begin_watched and end_watched.
[[nodiscard]] WatchedThread& watched_thread();

/// A question begins that may take so many nanoseconds; `host` may be null.
inline void begin_watched(WatchedThread& thread, const volatile int* host, std::uint64_t limit) {
  thread.host.store(host, std::memory_order_relaxed);
  thread.limit.store(limit, std::memory_order_relaxed);
  __atomic_store_n(&thread.flag, 0, __ATOMIC_RELAXED);
  thread.question.store(thread.question.load(std::memory_order_relaxed) + 1,
                        std::memory_order_release);
}

/// It has ended; whether it was stopped as it took too long.
inline bool end_watched(WatchedThread& thread) {
  const std::uint64_t question = thread.question.load(std::memory_order_relaxed);
  if (thread.host.load(std::memory_order_relaxed) == nullptr) {
    thread.question.store(question + 1, std::memory_order_release);
  } else {
    // The host's flag may be gone once this returns.
    thread.question.store(question + 1, std::memory_order_seq_cst);
    while (thread.looked_at.load(std::memory_order_seq_cst)) std::this_thread::yield();
  }
  return thread.over.load(std::memory_order_relaxed) == question;
}

}  // namespace tesuji::runtime
