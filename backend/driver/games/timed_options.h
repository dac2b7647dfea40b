// Options for compiling within a limit of time.
#pragma once

#include "backend/driver/session.h"
#include "runtime/host/game/stop.h"

#include <atomic>

namespace tesuji::driver {

/// While it lives, what this thread compiles with options() throws runtime::Stopped once the time
/// is over, or where the innermost StopScope around it says so: joins check the flag while they
/// run, and each pass does when it is done.
class TimedOptions {
 public:
  /// `seconds` from now; 0: no limit. `options` must outlive it.
  TimedOptions(const Options& options, double seconds)
      : time_(seconds, runtime::requested_stop()), scope_(time_.flag()), options_(options) {
    options_.pipeline.after = [&options, flag = time_.flag()](const passes::PassUnit& unit,
                                                              const passes::PassTime& pass) {
      if (options.pipeline.after) options.pipeline.after(unit, pass);
      if (flag != nullptr && flag->load(std::memory_order_relaxed)) throw runtime::Stopped();
    };
  }

  [[nodiscard]] const Options& options() const { return options_; }
  /// Null where nothing can stop it.
  [[nodiscard]] const std::atomic<bool>* flag() const { return time_.flag(); }

 private:
  runtime::TimedStop time_;
  runtime::StopScope scope_;
  Options options_;
};

}  // namespace tesuji::driver
