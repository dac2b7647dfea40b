#include "tools/base/ticker.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

namespace tesuji::tools {

Ticker::Ticker(std::function<void(double seconds)> tick)
    : thread_([tick = std::move(tick)](const std::stop_token& stop) {
        using Clock = std::chrono::steady_clock;
        std::mutex mutex;
        std::condition_variable_any ended;
        std::unique_lock lock(mutex);
        Clock::time_point last = Clock::now();
        while (!ended.wait_for(lock, stop, std::chrono::seconds(1),
                               [&] { return stop.stop_requested(); })) {
          const Clock::time_point now = Clock::now();
          tick(std::chrono::duration<double>(now - std::exchange(last, now)).count());
        }
      }) {}

}  // namespace tesuji::tools
