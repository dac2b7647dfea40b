// Requests to stop a long question: joins check the flag while they run.
#pragma once

#include "runtime/host/game/game.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace tesuji::runtime {

/// The caller asked to stop.
class Stopped : public std::runtime_error {
 public:
  Stopped() : std::runtime_error("stopped on request") {}
};

/// While it lives, the questions that this thread asks of games (and static relations that it
/// evaluates) look at `*stop`, and so do those that it asks with the scratch memory of a plugin's
/// game that was made meanwhile: they throw Stopped at most 0.1 s after it is set.
/// Scopes nest; the innermost counts. Belongs to the thread that made it.
class StopScope {
 public:
  /// `stop` must outlive the scope; null: the scope around this one stays.
  explicit StopScope(const std::atomic<bool>* stop);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const std::atomic<bool>* before_;
};

/// While it lives, no question of this thread is stopped: for the short rest of a search that was.
class Unstoppable {
 public:
  Unstoppable();

 private:
  StopScope scope_;
};

/// The flag of this thread's innermost StopScope; null outside of all.
[[nodiscard]] const std::atomic<bool>* requested_stop();
/// Whether that flag is set.
[[nodiscard]] inline bool is_stop_requested() {
  const std::atomic<bool>* const stop = requested_stop();
  return stop != nullptr && *stop;
}
/// The same as tsj_scratch::stop has it: the flag is its lowest byte.
[[nodiscard]] const volatile int* requested_stop_word();

/// Scratch memory whose questions look at `*stop` in plugins, too. `stop` may be null, and must
/// outlive it.
[[nodiscard]] std::unique_ptr<Scratch> make_scratch(const Game& game,
                                                    const std::atomic<bool>* stop);

/// A flag that is set when the time is over, or when another flag is set. A limit has a thread of
/// its own, which ends with it.
class TimedStop {
 public:
  /// `seconds` from now; 0: never. `also` may be null.
  TimedStop(double seconds, const std::atomic<bool>* also);
  ~TimedStop();
  TimedStop(const TimedStop&) = delete;
  TimedStop& operator=(const TimedStop&) = delete;

  /// Lets the time pass: the flag is not set any more, unless it is. For one thread, once.
  void lift();
  /// Sets the flag, from any thread. Has no effect where there is no limit of time.
  void stop() { flag_.store(true, std::memory_order_release); }

  /// The flag to hand on: `also` itself where there is no limit of time.
  [[nodiscard]] const std::atomic<bool>* flag() const;
  /// Whether it was time that set the flag.
  [[nodiscard]] bool is_over() const { return over_.load(std::memory_order_relaxed); }

 private:
  void watch(double seconds);

  const std::atomic<bool>* also_;
  const bool limited_;
  std::atomic<bool> flag_{false};
  std::atomic<bool> over_{false};
  bool done_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread watcher_;
};

}  // namespace tesuji::runtime
