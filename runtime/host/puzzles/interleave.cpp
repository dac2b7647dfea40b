#include "runtime/host/puzzles/interleave.h"

#include "runtime/host/game/game.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::runtime {

namespace {

class Interleaving {
 public:
  Interleaving(const Game& game, const InterleaveOptions& options)
      : game_(game),
        options_(options),
        scratch_(game.make_scratch()),
        goals_(game.roles().size()) {}

  /// Searches depth first, without recursion because lines may be long.
  std::optional<PuzzleLine> run() {
    enter(State(game_.initial().begin(), game_.initial().end()),
          std::vector<std::uint32_t>(options_.plans.size(), 0));
    while (!open_.empty() && !is_found_) {
      if (steps_ >= options_.most_steps || is_stopped()) return std::nullopt;
      Node& node = open_.back();
      if (node.tried == node.choices.size()) {
        open_.pop_back();
        if (!line_.empty()) line_.pop_back();
        continue;
      }
      make(node.choices[node.tried++]);
    }
    if (!is_found_) return std::nullopt;
    PuzzleLine line;
    line.moves = std::move(line_);
    line.goal = options_.goal;
    return line;
  }

 private:
  static constexpr std::uint32_t no_plan = UINT32_MAX;

  struct Choice {
    Move move = 0;
    std::uint32_t plan = no_plan;  ///< whose step the move is
  };
  struct Node {
    State state;
    std::vector<std::uint32_t> done;  ///< steps done, by plan
    std::vector<std::vector<Move>> legal;
    std::vector<Choice> choices;
    std::size_t tried = 0;
  };

  [[nodiscard]] bool is_stopped() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_all_done(const std::vector<std::uint32_t>& done) const {
    for (std::size_t i = 0; i < done.size(); ++i) {
      if (done[i] < options_.plans[i].size()) return false;
    }
    return true;
  }

  /// Opens a state, unless it was visited with this progress before or does not fit the plans.
  bool enter(State state, std::vector<std::uint32_t> done) {
    ++steps_;
    if (!met_.emplace(done, state).second) return false;
    const bool is_end = is_all_done(done);
    const bool is_over = game_.terminal(state, *scratch_);
    if (is_end) {
      game_.goal_values(state, *scratch_, goals_);
      if (goals_[options_.role] != options_.goal) return false;
      is_found_ = is_over;
    }
    if (is_over) return is_found_;
    if (options_.most_moves > 0 && open_.size() >= options_.most_moves) return false;
    Node& node = open_.emplace_back();
    node.state = std::move(state);
    node.done = std::move(done);
    game_.legal(node.state, *scratch_, node.legal);
    for (const auto& moves : node.legal) {
      if (moves.empty()) return true;  // no choices
    }
    add_choices(node, is_end);
    return true;
  }

  void add_choices(Node& node, bool is_end) const {
    const std::vector<Move>& legal = node.legal[options_.role];
    if (options_.in_step && !is_end) {
      for (const Move move : legal) {
        if (suits_all(node, move)) node.choices.push_back({move, no_plan});
      }
      return;
    }
    bool passes = is_end;
    for (std::uint32_t i = 0; i < options_.plans.size(); ++i) {
      const PartialPlan& plan = options_.plans[i];
      if (node.done[i] == plan.size()) continue;
      const PlanStep& step = plan[node.done[i]];
      passes = passes || step.empty();
      for (const Move move : step) {
        if (has_move(legal, move)) node.choices.push_back({move, i});
      }
    }
    if (!passes) return;
    for (const Move move : legal) {
      const bool is_own = std::ranges::binary_search(options_.own_moves, move);
      if (is_end || !is_own) node.choices.push_back({move, no_plan});
    }
    // After the plans' last steps, moves that cannot undo them come first.
    std::ranges::stable_partition(node.choices, [&](const Choice& choice) {
      return choice.plan != no_plan || !std::ranges::binary_search(options_.own_moves, choice.move);
    });
  }

  /// Whether the move is the next step of every plan.
  [[nodiscard]] bool suits_all(const Node& node, Move move) const {
    for (std::size_t i = 0; i < options_.plans.size(); ++i) {
      const PlanStep& step = options_.plans[i][node.done[i]];
      const bool suits = step.empty() ? !std::ranges::binary_search(options_.own_moves, move)
                                      : std::ranges::binary_search(step, move);
      if (!suits) return false;
    }
    return true;
  }

  void make(Choice choice) {
    const Node& node = open_.back();
    std::vector<Move> joint;
    for (const auto& moves : node.legal) joint.push_back(moves.front());
    joint[options_.role] = choice.move;
    State next(node.state.size());
    game_.next(node.state, joint, *scratch_, next);
    std::vector<std::uint32_t> done = node.done;
    for (std::uint32_t i = 0; i < done.size(); ++i) {
      const PartialPlan& plan = options_.plans[i];
      const bool is_passed = done[i] < plan.size() && (options_.in_step || plan[done[i]].empty());
      if (i == choice.plan || is_passed) ++done[i];
    }
    line_.push_back(std::move(joint));
    if (!enter(std::move(next), std::move(done))) line_.pop_back();
  }

  const Game& game_;
  const InterleaveOptions& options_;
  std::unique_ptr<Scratch> scratch_;
  std::vector<int> goals_;
  std::vector<Node> open_;               ///< from the initial state on
  std::vector<std::vector<Move>> line_;  ///< to the last of them
  std::set<std::pair<std::vector<std::uint32_t>, State>> met_;
  std::uint64_t steps_ = 0;
  bool is_found_ = false;
};

}  // namespace

std::optional<PuzzleLine> interleave(const Game& game, const InterleaveOptions& options) {
  return Interleaving(game, options).run();
}

}  // namespace tesuji::runtime
