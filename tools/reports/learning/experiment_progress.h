// Prints how many runs of an experiment have ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>

namespace tesuji::tools {

/// Prints lines on standard error, at most five a second, and one at the end:
/// `experiment: game.kif: 7 of 40 runs`. Thread-safe.
class ExperimentProgress {
 public:
  ExperimentProgress(std::string game, std::size_t runs) : game_(std::move(game)), runs_(runs) {}
  void after_run();

 private:
  std::string game_;
  std::size_t runs_;
  std::size_t ended_ = 0;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point told_{};
};

}  // namespace tesuji::tools
