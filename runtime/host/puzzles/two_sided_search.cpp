#include "runtime/host/puzzles/two_sided_search.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/playouts/joint_moves.h"
#include "runtime/host/playouts/state_table.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace tesuji::runtime {

namespace {

class TwoSided {
 public:
  TwoSided(const Game& game, const TwoSidedOptions& options)
      : game_(game),
        options_(options),
        symmetries_(options.symmetries, options.ignored),
        forward_(game.state_words(), options.ignored),
        backward_(game.state_words(), options.ignored) {}

  TwoSidedResult run() {
    try {
      const StopScope scope(options_.stop);
      scratch_ = game_.make_scratch();
      search();
    } catch (const Stopped&) {
      end(SearchEnd::stopped);
    }
    const Unstoppable whole;
    if (met_) follow_line();
    result_.forward_states = forward_.table.size();
    result_.backward_states = backward_.table.size();
    return std::move(result_);
  }

 private:
  using Index = StateTable::Index;
  struct Side {
    Side(std::size_t words, const State& ignored)
        : table(words, ignored, StateTable::Storage::least) {}
    StateTable table;
    std::vector<Index> level{};       ///< states that are being expanded
    std::vector<Index> next_level{};  ///< to be expanded next, all at the greatest depth
    std::uint32_t depth = 0;
  };

  [[nodiscard]] std::uint32_t depth() const { return forward_.depth + backward_.depth; }

  void search() {
    for (State goal : options_.goals) add(backward_, goal, backward_.table.size());
    State initial(game_.initial().begin(), game_.initial().end());
    add(forward_, initial, 0);
    while (going_) {
      result_.least_moves = depth() + 1;
      if (forward_.next_level.empty() || backward_.next_level.empty()) {
        result_.is_exhausted = true;
        return;
      }
      if (options_.most_moves > 0 && depth() >= options_.most_moves) return;
      const bool is_forward = forward_.next_level.size() <= backward_.next_level.size();
      expand(is_forward ? forward_ : backward_);
    }
  }

  void expand(Side& side) {
    side.level.swap(side.next_level);
    side.next_level.clear();
    if (&side == &backward_ && options_.times.size() > 1 &&
        backward_.depth + 1 >= options_.times.size()) {
      return;  // no moves come before the first state
    }
    for (const Index i : side.level) {
      look_at_limits();
      if (!going_) return;
      expand(side, i);
      if (!going_) return;
    }
    ++side.depth;
  }

  void expand(Side& side, Index i) {
    const StateView loaded = side.table.load(i, buffer_);
    state_.assign(loaded.begin(), loaded.end());
    const bool is_backward = &side == &backward_;
    if (is_backward && !options_.clock.empty()) put_clock(state_, options_.times.front());
    game_.legal(state_, *scratch_, legal_);
    JointMoves moves(legal_);
    if (moves.count() == 0) return;
    next_.resize(game_.state_words());
    do {
      game_.next(state_, moves.joint(), *scratch_, next_);
      if (is_backward && !options_.clock.empty()) put_clock(next_, clock_before());
      add(side, next_, i);
    } while (going_ && moves.advance());
  }

  /// Returns the clock of the states that precede the last backward level.
  [[nodiscard]] const State& clock_before() const {
    return options_.times.size() == 1
               ? options_.times.front()
               : options_.times[options_.times.size() - 2 - backward_.depth];
  }

  void put_clock(State& state, const State& time) const {
    for (std::size_t k = 0; k < state.size(); ++k) {
      state[k] = (state[k] & ~options_.clock[k]) | time[k];
    }
  }

  /// Adds a state. The parent of a first state is its own index.
  void add(Side& side, State& state, Index parent) {
    symmetries_.reduce(state);
    const bool is_backward = &side == &backward_;
    const bool is_first = parent == side.table.size();
    const std::uint32_t hash = side.table.hash(state);
    // No move is made in a terminal state.
    if (is_backward && !is_first &&
        (side.table.find(state, hash) || game_.terminal(state, *scratch_))) {
      return;
    }
    const auto [index, is_new] = side.table.add(state, hash, parent);
    if (!is_new) return;
    if (const auto other = (is_backward ? forward_ : backward_).table.find(state, hash)) {
      met_ = is_backward ? std::pair(*other, index) : std::pair(index, *other);
      end(SearchEnd::target);
      return;
    }
    if (is_backward || !game_.terminal(state, *scratch_)) side.next_level.push_back(index);
  }

  void end(SearchEnd why) {
    if (going_) result_.end = why;
    going_ = false;
  }

  void look_at_limits() {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
      end(SearchEnd::stopped);
    }
    std::uint64_t bytes = 0;
    for (const Side* side : {&forward_, &backward_}) {
      bytes += side->table.bytes_with_another() +
               (side->level.capacity() + side->next_level.capacity()) * sizeof(Index);
      if (side->table.size() > StateTable::most_states - (1U << 20U)) end(SearchEnd::memory);
    }
    if (options_.memory_bytes > 0 && bytes > options_.memory_bytes) end(SearchEnd::memory);
  }

  /// Builds the line through the state that both sides have reached.
  void follow_line() {
    std::vector<std::vector<Move>> moves;
    State now(game_.initial().begin(), game_.initial().end());
    std::vector<Index> back = backward_.table.path_to(met_->second);  // from a goal
    std::ranges::reverse(back);
    if (symmetries_.follow(game_, forward_.table, forward_.table.path_to(met_->first), now,
                           moves) &&
        symmetries_.follow(game_, backward_.table, back, now, moves)) {
      result_.least_moves = static_cast<std::uint32_t>(moves.size());
      result_.moves = std::move(moves);
    } else {
      result_.is_broken = true;
      result_.end = SearchEnd::stopped;
    }
  }

  const Game& game_;
  const TwoSidedOptions& options_;
  PositionSymmetries symmetries_;
  Side forward_;
  Side backward_;
  std::unique_ptr<Scratch> scratch_;
  std::vector<std::vector<Move>> legal_;
  State buffer_;
  State state_;
  State next_;
  std::optional<std::pair<Index, Index>> met_;  ///< the common state's places in both tables
  TwoSidedResult result_;
  bool going_ = true;
};

}  // namespace

TwoSidedResult search_two_sided(const Game& game, const TwoSidedOptions& options) {
  return TwoSided(game, options).run();
}

}  // namespace tesuji::runtime
