// Runs work on threads that nobody waits for until the process ends.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace tesuji::runtime {

/// Calls `work` on a thread of its own, or, where the system has no more threads, before it
/// returns. `work` owns all that it uses, and throws nothing. It is to return soon once the result
/// has been asked to stop.
std::stop_source run_in_background(std::function<void(const std::stop_token&)> work);

/// How much of it is running.
[[nodiscard]] std::size_t background_works();

/// Asks all to stop and waits until they have. Called when the process ends, or the library is
/// unloaded. That may be too late: what a thread's libraries have made since is destroyed before.
/// So whoever began work waits for its end, unless works are left.
void end_background_works();

/// Works are left, or are not any more: the process ends by std::_Exit where some are running, and
/// nobody waits for them.
void leave_background_works(bool left);
[[nodiscard]] bool background_works_are_left();

}  // namespace tesuji::runtime
