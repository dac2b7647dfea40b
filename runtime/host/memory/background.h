// Runs work on background threads, which are waited for only when the process ends.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace tesuji::runtime {

/// Calls `work` on a thread of its own or, if the system has no more threads, before it returns.
/// `work` owns all that it uses, and must not throw. It should return soon after a stop is
/// requested from the returned source.
std::stop_source run_in_background(std::function<void(const std::stop_token&)> work);

/// Returns how many works are running.
[[nodiscard]] std::size_t background_works();

/// Requests all works to stop and waits until they have. Called when the process ends, or the
/// library is unloaded. That may be too late: data that a thread's libraries have created since is
/// destroyed before. So whoever starts work should wait for its end, unless works may be left
/// running.
void end_background_works();

/// Sets whether works are left running: if so, and some run at its end, the process ends by
/// std::_Exit without waiting for them.
void leave_background_works(bool left);
[[nodiscard]] bool background_works_are_left();

}  // namespace tesuji::runtime
