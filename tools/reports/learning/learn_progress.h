// Prints the progress of learning: games, regret, and clauses when they are learned; and how many
// runs of an experiment have ended.
#pragma once

#include "learner/experiments/experiment.h"
#include "tools/base/progress.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

/// With --progress, lines on standard error:
///     learn: run 1, game 40: cumulative regret 12
///     learn: run 1, game 41: learned win_1(A,B) :- win_1_1_1(A,B), won(B).
/// Numbers at most five times a second, and at the end; clauses always. On a terminal one line that
/// changes. Several threads may report runs at once.
class LearnProgress {
 public:
  LearnProgress(const ProgressFlags& flags, std::uint64_t runs, std::uint64_t games)
      : lines_(flags.lines), line_("learn", flags), games_(games), runs_(runs) {}

  /// Call it after each game of a run.
  void after_game(std::uint64_t number, const learner::Run& run,
                  const learner::LearnedProgram& program);

 private:
  using Clock = std::chrono::steady_clock;
  /// State of one run; used only by its thread.
  struct Known {
    std::int64_t regret = 0;
    std::size_t games = 0;
    std::uint64_t searches = 0;
    std::set<std::string> clauses;
  };

  [[nodiscard]] bool is_time();

  bool lines_;
  ProgressLine line_;
  std::atomic<std::uint64_t> played_{0};  ///< games of all runs
  std::uint64_t games_;
  std::vector<Known> runs_;
  std::mutex mutex_;  ///< guards the time of the last report
  Clock::time_point told_ = Clock::now();
};

/// With --progress prints lines on standard error, at most five a second, and one at the end:
/// `experiment: game.kif: 7 of 40 runs`; on a terminal one line that changes. Thread-safe.
class ExperimentProgress {
 public:
  ExperimentProgress(const ProgressFlags& flags, std::string game, std::size_t runs)
      : lines_(flags.lines), line_("experiment", flags), game_(std::move(game)), runs_(runs) {}
  void after_run();

 private:
  bool lines_;
  ProgressLine line_;
  std::string game_;
  std::size_t runs_;
  std::size_t ended_ = 0;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point told_{};
};

}  // namespace tesuji::tools
