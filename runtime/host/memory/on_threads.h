// Divides work among several threads.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tesuji::runtime {

/// Calls `work(number)` for each number below `count`, and at least for 0, each on a thread of its
/// own, the first on this one, and waits for all; starts fewer if the system has no more threads.
/// If one throws, calls `give_up()`, which must make the others end soon, and rethrows the first
/// exception.
template <typename Work, typename GiveUp>
void on_threads(std::size_t count, const Work& work, const GiveUp& give_up) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&](std::size_t number) {
    try {
      work(number);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      give_up();
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t i = 1; i < count; ++i) others.emplace_back(run, i);
    } catch (const std::system_error&) {
      // Continues with the threads that exist.
    }
    run(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tesuji::runtime
