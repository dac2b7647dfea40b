// Processor time used so far, which other processes do not prolong as they prolong wall-clock time.
#pragma once

#include <ctime>

namespace tesuji::runtime {

/// Seconds of one of the clocks of clock_gettime (POSIX).
[[nodiscard]] inline double clock_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Processor seconds of the calling thread.
[[nodiscard]] inline double thread_seconds() {
  return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}

/// Processor seconds of all threads of the process.
[[nodiscard]] inline double process_seconds() {
  return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

}  // namespace tesuji::runtime
