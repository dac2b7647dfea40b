// The same work in several threads.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tesuji::runtime {

/// Calls `work(i)` for i below `threads`, at least for 0, each in a thread of its own but the
/// first. Where one throws, calls `give_up`, so that the others end; throws that, once all have
/// ended.
template <typename Work, typename GiveUp>
void in_threads(std::size_t threads, const Work& work, const GiveUp& give_up) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&](std::size_t i) {
    try {
      work(i);
    } catch (...) {
      give_up();
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run, i);
    run(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tesuji::runtime
