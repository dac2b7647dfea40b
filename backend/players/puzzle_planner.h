// Searches for a plan of a puzzle in the background, and follows it from move to move.
#pragma once

#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tesuji::driver {

/// A play from a state to the end of the game.
struct PuzzlePlan {
  std::vector<runtime::Move> moves;
  int goal = runtime::no_goal;
  bool is_best = false;  ///< proved: no play from the state has a higher goal
  std::string method;    ///< the method that found it
};

/// For one game with one role. All functions are for one thread, and return at once except wait(),
/// prepare(), improve() and go_on(); the search has its own thread, which starts others.
class PuzzlePlanner {
 public:
  /// `threads` and `memory`: of a search.
  PuzzlePlanner(std::shared_ptr<const runtime::Game> game, runtime::PlanSearch search,
                unsigned threads, std::size_t memory);
  /// Waits until the search has ended.
  ~PuzzlePlanner();
  PuzzlePlanner(const PuzzlePlanner&) = delete;
  PuzzlePlanner& operator=(const PuzzlePlanner&) = delete;

  /// Starts a search from the state for `seconds` seconds. Does nothing while a search runs, or if
  /// the last one was from the same state and had as much time.
  void begin(runtime::StateView state, double seconds);

  /// Begins the first search, in part of the time before a match, and waits for it if `wait` is
  /// set.
  void prepare(runtime::StateView state, double seconds, bool wait);

  /// Searches in part of a move's time, unless the plan is known to be best or time is unlimited
  /// (0), and returns the best plan. After each search that finds no better one the part is halved.
  [[nodiscard]] std::optional<PuzzlePlan> improve(runtime::StateView state, double seconds,
                                                  const std::atomic<bool>* stop);

  /// Goes on with the search that is running, if any, for so long (0: to its end).
  void go_on(runtime::StateView state, double seconds, const std::atomic<bool>* stop);

  /// Whether a search is running; false after end() was called.
  [[nodiscard]] bool is_searching() const;

  /// Returns when the search has ended, the time is over, or the flag is set (it may be null).
  void wait(double seconds, const std::atomic<bool>* stop);

  /// Ends the search, which takes a moment.
  void end() { given_up_ = true; }

  /// Returns the best plan found, from this state on; nothing if it does not lead there.
  [[nodiscard]] std::optional<PuzzlePlan> plan(runtime::StateView state);

  /// Forgets the plan, for another match.
  void forget();

 private:
  /// A plan with all its states, including the last one.
  struct Line {
    std::vector<runtime::State> states;
    PuzzlePlan plan;
  };

  void search(const runtime::State& start, double seconds, std::size_t match);
  void take(const runtime::State& start, const runtime::PuzzleLine& line, std::string_view method,
            std::size_t match);

  std::shared_ptr<const runtime::Game> game_;
  runtime::PlanSearch search_;
  unsigned threads_;
  std::size_t memory_;
  runtime::State start_;  ///< of the last search; empty before the first
  double seconds_ = 0;    ///< time of the last search
  double part_;           ///< of a move's time for the next search
  std::atomic<bool> given_up_{false};

  mutable std::mutex mutex_;  ///< guards the following members
  std::condition_variable changed_;
  bool is_on_ = false;     ///< whether the search is still running
  std::size_t match_ = 0;  ///< results from earlier matches do not count
  std::optional<Line> best_;

  std::jthread thread_;  ///< last, so that it ends first
};

}  // namespace tesuji::driver
