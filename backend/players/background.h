// Makes an object in a background thread, once for all who share it.
#pragma once

#include "runtime/host/game/stop.h"

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace tesuji::driver {

/// How a background thread shares the processor with threads that a player waits for.
enum class Urgency : std::uint8_t {
  usual,  ///< equally
  low     ///< takes about a tenth of a processor that others want
};

/// Thread-safe.
template <typename Made>
class Background {
 public:
  /// `make` runs in the thread, after begin(); returns null if nothing can be made.
  explicit Background(std::function<std::shared_ptr<const Made>()> make,
                      Urgency urgency = Urgency::usual)
      : make_(std::move(make)), urgency_(urgency) {}
  /// Abandons an object that is being made.
  ~Background() { given_up_ = true; }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Starts the thread, unless it was started before.
  void begin() {
    std::call_once(begun_, [this] {
      try {
        thread_ = std::jthread([this] { run(); });
      } catch (const std::system_error&) {
        end();  // no thread available
      }
    });
  }
  /// Returns when the object is made, or cannot be made.
  void wait() {
    begin();
    done_.wait(false);
  }
  [[nodiscard]] bool is_done() const { return done_; }
  /// Returns null until it is done, or if nothing was made.
  [[nodiscard]] std::shared_ptr<const Made> made() const { return done_ ? made_ : nullptr; }

 private:
  void run() {
    constexpr int less_urgent = 10;
    // On Linux the call concerns this thread and those that it starts.
    if (urgency_ == Urgency::low) static_cast<void>(::nice(less_urgent));
    const runtime::StopScope scope(&given_up_);
    try {
      made_ = make_();
    } catch (const std::exception&) {
      // After limits and signals, the player continues without the object.
    }
    end();
  }
  void end() {
    done_ = true;
    done_.notify_all();
  }

  std::function<std::shared_ptr<const Made>()> make_;
  const Urgency urgency_;
  std::once_flag begun_;
  std::shared_ptr<const Made> made_;  ///< set before `done_`
  std::atomic<bool> done_{false};
  std::atomic<bool> given_up_{false};
  std::jthread thread_;  ///< last, so that it ends first
};

}  // namespace tesuji::driver
