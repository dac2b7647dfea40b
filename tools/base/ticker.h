// Calls a function each second, on a thread of its own.
#pragma once

#include <functional>
#include <thread>

namespace tesuji::tools {

/// Runs from construction to destruction; the first call comes after one second.
class Ticker {
 public:
  /// `tick` receives the seconds since the last call, or since construction.
  explicit Ticker(std::function<void(double seconds)> tick);

 private:
  std::jthread thread_;
};

}  // namespace tesuji::tools
