#include "runtime/host/puzzles/chance_value.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/playouts/joint_moves.h"
#include "runtime/host/playouts/state_table.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tesuji::runtime {

namespace {

constexpr double smallest_change = 1e-9;

class ChanceSearch {
 public:
  using Index = StateTable::Index;

  ChanceSearch(const Game& game, const ChanceOptions& options)
      : game_(game),
        options_(options),
        scratch_(make_scratch(game, options.stop)),
        states_(game.state_words(), {}, StateTable::Storage::least),
        next_(game.state_words()),
        goals_(game.roles().size()) {}

  ChanceValue run() {
    const StopScope scope(options_.stop);
    try {
      states_.add(game_.initial(), 0);
      // States are in the order of discovery, so they also serve as the queue.
      for (Index i = 0; i < states_.size() && going(); ++i) expand(i);
      upper_ = values_;
      for (Index i = 0; i < states_.size() && going(); ++i) {
        if (first_choice_[i] != end_of_choices(i)) upper_[i] = highest_goal;
      }
      while (going() && std::max(sweep(values_), sweep(upper_)) > smallest_change) {
        ++result_.sweeps;
        look_at_limits();
      }
    } catch (const Stopped&) {
      result_.end = SearchEnd::stopped;
    }
    result_.states = states_.size();
    result_.transitions = targets_.size();
    if (going()) finish();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool going() const { return result_.end == SearchEnd::complete; }

  void look_at_limits() {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
      result_.end = SearchEnd::stopped;
    }
    const std::uint64_t bytes = states_.bytes_with_another() + targets_.capacity() * sizeof(Index) +
                                (choices_.capacity() + first_choice_.capacity()) * sizeof(Choice);
    if (options_.memory_bytes > 0 && bytes > options_.memory_bytes) {
      result_.end = SearchEnd::memory;
    }
  }

  void expand(Index i) {
    look_at_limits();
    first_choice_.push_back(choices_.size());
    values_.push_back(0);
    const StateView state = states_.load(i, state_);
    if (game_.terminal(state, *scratch_)) {
      game_.goal_values(state, *scratch_, goals_);
      values_.back() = std::max(goals_[options_.role], 0);
      return;
    }
    game_.legal(state, *scratch_, legal_);
    std::vector<std::vector<Move>> joint = legal_;
    for (const Move move : legal_[options_.role]) {
      joint[options_.role] = {move};
      JointMoves moves(joint);
      if (moves.count() == 0) return;
      choices_.push_back({move, targets_.size()});
      do {
        game_.next(state, moves.joint(), *scratch_, next_);
        targets_.push_back(states_.add(next_, i).index);
        if (targets_.size() % 1024 == 0) look_at_limits();
      } while (moves.advance() && going());
    }
  }

  [[nodiscard]] std::size_t end_of_choices(Index i) const {
    return i + std::size_t{1} < first_choice_.size() ? first_choice_[i + 1] : choices_.size();
  }

  [[nodiscard]] double value_of(std::size_t choice, const std::vector<double>& values) const {
    const std::size_t first = choices_[choice].first_target;
    const std::size_t end =
        choice + 1 < choices_.size() ? choices_[choice + 1].first_target : targets_.size();
    double sum = 0;
    for (std::size_t k = first; k < end; ++k) sum += values[targets_[k]];
    return sum / static_cast<double>(end - first);
  }

  /// Recomputes all values; returns the largest change.
  double sweep(std::vector<double>& values) {
    double change = 0;
    for (Index i = states_.size(); i-- > 0;) {
      if (first_choice_[i] == end_of_choices(i)) continue;
      double best = 0;
      for (std::size_t k = first_choice_[i]; k < end_of_choices(i); ++k) {
        best = std::max(best, value_of(k, values));
      }
      change = std::max(change, std::abs(best - values[i]));
      values[i] = best;
    }
    return change;
  }

  void finish() {
    ++result_.sweeps;
    result_.value = values_.front();
    result_.upper = upper_.front();
    for (std::size_t k = first_choice_.front(); k < end_of_choices(0); ++k) {
      result_.moves.push_back({choices_[k].move, value_of(k, values_)});
    }
    std::ranges::stable_sort(result_.moves, std::greater<>(), &MoveValue::value);
  }

  /// A move of the role, and the place of the first next state that chance makes of it.
  struct Choice {
    Move move = 0;
    std::size_t first_target = 0;
  };

  const Game& game_;
  const ChanceOptions& options_;
  std::unique_ptr<Scratch> scratch_;
  StateTable states_;
  State state_;
  State next_;
  std::vector<std::vector<Move>> legal_;
  std::vector<int> goals_;
  std::vector<std::size_t> first_choice_;  ///< by state
  std::vector<Choice> choices_;            ///< of all states, one after the other
  std::vector<Index> targets_;             ///< of all choices, one for each move of chance
  std::vector<double> values_;             ///< by state: lower bound of its value
  std::vector<double> upper_;              ///< by state: upper bound
  ChanceValue result_;
};

}  // namespace

ChanceValue chance_value(const Game& game, const ChanceOptions& options) {
  return ChanceSearch(game, options).run();
}

}  // namespace tesuji::runtime
