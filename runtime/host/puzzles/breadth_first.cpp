#include "runtime/host/puzzles/breadth_first.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/playouts/joint_moves.h"
#include "runtime/host/playouts/state_table.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji::runtime {

namespace {

class BreadthFirst {
 public:
  using Index = StateTable::Index;
  struct Candidate {
    Index index = 0;
    double score = 0;
  };

  BreadthFirst(const Game& game, const BreadthFirstOptions& options)
      : game_(game),
        options_(options),
        deadline_(options.seconds),
        symmetries_(options.symmetries, options.ignored.bits),
        states_(game.state_words(), options.ignored.bits, StateTable::Storage::least),
        goals_(game.roles().size()) {}

  BreadthFirstResult run() {
    const TimedStop limit(options_.seconds, options_.stop);
    try {
      const StopScope scope(limit.flag());
      scratch_ = game_.make_scratch();
      State initial(game_.initial().begin(), game_.initial().end());
      symmetries_.reduce(initial);
      add(initial, states_.hash(initial), 0, 0);
      search();
    } catch (const Stopped&) {
      end(limit.is_over() ? SearchEnd::time : SearchEnd::stopped);
    }
    const Unstoppable whole;
    finish();
    return std::move(result_);
  }

 private:
  void search() {
    while (!next_level_.empty() && going_) {
      if (options_.most_moves > 0 && result_.depth >= options_.most_moves) break;
      narrow();
      level_.swap(next_level_);
      next_level_.clear();
      for (const Candidate& some : level_) {
        look_at_limits();
        if (!going_) return;
        expand(some.index);
      }
      ++result_.depth;
    }
  }

  /// Keeps the best-scored states of the next level, in the order of their discovery.
  void narrow() {
    if (options_.width == 0 || next_level_.size() <= options_.width) return;
    result_.narrowed = true;
    const auto middle = next_level_.begin() + static_cast<std::ptrdiff_t>(options_.width);
    std::nth_element(next_level_.begin(), middle, next_level_.end(),
                     [](const Candidate& a, const Candidate& b) {
                       return a.score != b.score ? a.score > b.score : a.index < b.index;
                     });
    next_level_.erase(middle, next_level_.end());
    std::ranges::sort(next_level_, {}, &Candidate::index);
  }

  void end(SearchEnd why) {
    if (going_) result_.end = why;
    going_ = false;
  }

  void look_at_limits() {
    if (deadline_.is_over()) end(SearchEnd::time);
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
      end(SearchEnd::stopped);
    }
    const bool too_many = options_.memory_bytes > 0 &&
                          states_.bytes_with_another() +
                                  (level_.capacity() + next_level_.capacity()) * sizeof(Candidate) +
                                  next_.capacity() * sizeof(std::uint64_t) >
                              options_.memory_bytes;
    if (too_many || states_.size() > StateTable::most_states - (1U << 20U)) end(SearchEnd::memory);
  }

  /// Computes all next states before any is looked up, so that the processor can prefetch their
  /// places in the table.
  void expand(Index i) {
    const StateView state = states_.load(i, state_);
    game_.legal(state, *scratch_, legal_);
    if (std::any_of(legal_.begin(), legal_.end(), [](const auto& of) { return of.empty(); })) {
      return;
    }
    const std::size_t words = game_.state_words();
    JointMoves moves(legal_);
    const auto count = static_cast<std::size_t>(moves.count());
    next_.resize(count * words);
    hashes_.resize(count);
    std::size_t made = 0;
    do {
      const StateOut next(next_.data() + made * words, words);
      game_.next(state, moves.joint(), *scratch_, next);
      symmetries_.reduce(next);
      hashes_[made] = states_.hash(next);
      states_.prefetch(hashes_[made]);
      ++made;
    } while (moves.advance());
    for (std::size_t k = 0; k < count && going_; ++k) {
      add({next_.data() + k * words, words}, hashes_[k], i, result_.depth + 1);
    }
  }

  /// Adds a state that is reached by this many moves.
  void add(StateView state, std::uint32_t hash, Index parent, std::uint32_t moves) {
    if (options_.bound && is_too_far(state, hash, moves)) return;
    const auto [index, is_new] = states_.add(state, hash, parent);
    if (!is_new) return;
    // Later plays to the position count, too, whether or not the clock ends the first of them.
    if (!options_.ignored.clock.empty()) {
      best_at_end_ = std::max(best_at_end_, goal_when_clock_ends(state));
    }
    if (game_.terminal(state, *scratch_)) {
      const int goal = goal_of(state);
      if (goal > best_goal_) {
        best_goal_ = goal;
        best_ = index;
      }
      if (goal >= options_.target) end(SearchEnd::target);
      return;
    }
    next_level_.push_back({index, options_.width > 0 ? options_.score(state) : 0});
  }

  /// Whether a line with the target through this new state would have too many moves.
  bool is_too_far(StateView state, std::uint32_t hash, std::uint32_t moves) {
    if (states_.find(state, hash)) return false;
    const std::uint32_t more = options_.bound(state);
    if (more != never_reached && moves + more <= options_.most_bounded) return false;
    if (more != never_reached) result_.next_length = std::min(result_.next_length, moves + more);
    return true;
  }

  int goal_of(StateView state) {
    game_.goal_values(state, *scratch_, goals_);
    return goals_[options_.role];
  }

  int goal_when_clock_ends(StateView state) {
    const auto& [bits, clock, at_end] = options_.ignored;
    at_end_.resize(state.size());
    for (std::size_t i = 0; i < state.size(); ++i) {
      at_end_[i] = (state[i] & ~clock[i]) | at_end[i];
    }
    return goal_of(at_end_);
  }

  void finish() {
    result_.states = states_.size();
    if (best_goal_ > no_goal) {
      PuzzleLine& line = result_.best.emplace();
      line.goal = best_goal_;
      State now(game_.initial().begin(), game_.initial().end());
      if (!symmetries_.follow(game_, states_, states_.path_to(best_), now, line.moves)) {
        throw std::logic_error("no joint move leads to the state");
      }
    }
    if (result_.end == SearchEnd::complete && !result_.narrowed) {
      result_.bound = std::max(best_goal_, best_at_end_);
    }
  }

  const Game& game_;
  const BreadthFirstOptions& options_;
  Deadline deadline_;
  PositionSymmetries symmetries_;
  StateTable states_;
  std::vector<Candidate> level_;       ///< states that are being expanded
  std::vector<Candidate> next_level_;  ///< not terminal
  std::unique_ptr<Scratch> scratch_;
  std::vector<std::vector<Move>> legal_;
  State next_;  ///< the next states of the current state, one after the other
  std::vector<std::uint32_t> hashes_;
  State state_;  ///< the state that is being expanded
  State at_end_;
  std::vector<int> goals_;
  BreadthFirstResult result_;
  Index best_ = 0;
  int best_goal_ = no_goal;
  int best_at_end_ = no_goal;
  bool going_ = true;
};

}  // namespace

BreadthFirstResult search_breadth_first(const Game& game, const BreadthFirstOptions& options) {
  return BreadthFirst(game, options).run();
}

}  // namespace tesuji::runtime
