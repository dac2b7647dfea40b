#include "runtime/host/puzzles/step_search.h"

#include "runtime/host/game/stop.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace tesuji::runtime {

namespace {

/// The levels of one puzzle.
class Levels {
 public:
  Levels(const Game& game, int goal)
      : game_(game), goal_(goal), scratch_(game.make_scratch()), goals_(game.roles().size()) {
    levels_.emplace_back();
    add(State(game.initial().begin(), game.initial().end()), 0, 0);
  }

  /// Returns a state of the last level with the goal, if possible one that ends the puzzle.
  [[nodiscard]] const std::optional<std::uint32_t>& reached() const { return reached_; }
  [[nodiscard]] std::uint64_t states() const { return states_; }
  [[nodiscard]] std::uint64_t bytes() const {
    // A state of the last level, and of an earlier one, is stored in a set, too.
    return states_ * (3 * game_.state_words() * sizeof(std::uint64_t) + sizeof(Entry));
  }

  /// Returns false if no state has a next one, or `is_over()` is true.
  template <typename IsOver>
  bool grow(IsOver is_over) {
    const std::size_t last = levels_.size() - 1;
    levels_.emplace_back();
    met_.clear();
    reached_.reset();
    is_end_ = false;
    State next(game_.state_words());
    for (std::uint32_t i = 0; i < levels_[last].size(); ++i) {
      if (is_over()) return false;
      const State state = levels_[last][i].state;
      if (game_.terminal(state, *scratch_)) continue;
      game_.legal(state, *scratch_, legal_);
      for (const Move move : legal_.front()) {
        game_.next(state, {&move, 1}, *scratch_, next);
        add(next, i, move);
      }
    }
    return !levels_.back().empty();
  }

  /// Returns the states of the last level.
  [[nodiscard]] const std::set<State>& last() const { return met_; }

  /// Returns the moves to the state that was reached.
  [[nodiscard]] std::vector<Move> play() const {
    std::vector<Move> moves;
    std::uint32_t at = *reached_;
    for (std::size_t level = levels_.size() - 1; level > 0; --level) {
      moves.push_back(levels_[level][at].move);
      at = levels_[level][at].parent;
    }
    std::ranges::reverse(moves);
    return moves;
  }

 private:
  struct Entry {
    State state;
    std::uint32_t parent = 0;
    Move move = 0;
  };

  void add(const State& state, std::uint32_t parent, Move move) {
    if (!met_.insert(state).second) return;
    ++states_;
    const auto place = static_cast<std::uint32_t>(levels_.back().size());
    levels_.back().push_back({state, parent, move});
    if (reached_ && is_end_) return;
    game_.goal_values(state, *scratch_, goals_);
    if (goals_.front() != goal_) return;
    is_end_ = game_.terminal(state, *scratch_);
    if (!reached_ || is_end_) reached_ = place;
  }

  const Game& game_;
  int goal_;
  std::unique_ptr<Scratch> scratch_;
  std::vector<int> goals_;
  std::vector<std::vector<Move>> legal_;
  std::vector<std::vector<Entry>> levels_;
  std::set<State> met_;  ///< states of the last level
  std::optional<std::uint32_t> reached_;
  bool is_end_ = false;  ///< `reached_` ends the puzzle
  std::uint64_t states_ = 0;
};

}  // namespace

StepSearchResult search_in_step(const std::vector<const Game*>& games,
                                const StepSearchOptions& options) {
  StepSearchResult result;
  std::vector<Levels> all;
  bool is_complete = true;               // `joins` rejected no play
  std::vector<std::set<State>> earlier;  // the last levels at an earlier time
  std::uint32_t earlier_at = 0;
  const auto is_over = [&] {
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) {
      result.end = SearchEnd::stopped;
    }
    std::uint64_t bytes = 0;
    for (const Levels& levels : all) bytes += levels.bytes();
    if (options.memory_bytes > 0 && bytes > options.memory_bytes) result.end = SearchEnd::memory;
    return result.end != SearchEnd::complete;
  };
  try {
    for (const Game* game : games) all.emplace_back(*game, options.goal);
    for (std::uint32_t moves = 0;; ++moves) {
      if (is_complete) result.least = moves;
      if (std::ranges::all_of(all, [](const Levels& some) { return some.reached().has_value(); })) {
        std::vector<std::vector<Move>> plays;
        for (const Levels& levels : all) plays.push_back(levels.play());
        result.is_found = options.joins(plays);
        if (result.is_found) break;
        is_complete = false;
      }
      const bool is_last = options.most_moves > 0 && moves == options.most_moves;
      const bool grows = !is_last && std::ranges::all_of(
                                         all, [&](Levels& levels) { return levels.grow(is_over); });
      if (result.end != SearchEnd::complete) break;
      const auto are_equal = [](const std::set<State>& level, const Levels& levels) {
        return level == levels.last();
      };
      if (!grows || std::ranges::equal(earlier, all, are_equal)) {
        result.is_refuted = is_complete;
        break;
      }
      // Each level depends only on the one before: once the levels repeat, nothing new follows. The
      // earlier time is replaced whenever the search has gone on twice as long (Brent's cycle
      // detection).
      if (moves + 1 < 2 * earlier_at + 1) continue;
      earlier_at = moves + 1;
      earlier.clear();
      for (const Levels& levels : all) earlier.push_back(levels.last());
    }
  } catch (const Stopped&) {
    result.end = SearchEnd::stopped;
  }
  for (const Levels& levels : all) result.states += levels.states();
  return result;
}

}  // namespace tesuji::runtime
