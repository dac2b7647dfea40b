#include "runtime/host/playouts/play_findings.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"

#include <algorithm>

namespace tesuji::runtime {
namespace {

class FaultFinder {
 public:
  explicit FaultFinder(const Game& game)
      : game_(game), scratch_(game.make_scratch()), joint_(game.roles().size()) {
    result_.goals.resize(joint_.size());
  }

  void play(std::uint64_t number, const PlayoutOptions& options) {
    Rng rng(options.seed, number);
    playout_ = number;
    state_.assign(game_.initial().begin(), game_.initial().end());
    next_.resize(state_.size());
    history_.clear();
    ++result_.playouts;
    record_start();
    std::uint64_t step = 0;
    for (; !game_.terminal(state_, *scratch_); ++step) {
      if (step == options.step_limit) {
        ++result_.cut;
        return;
      }
      game_.legal(state_, *scratch_, legal_);
      if (!choose_at_random(legal_, rng, joint_)) {
        look_at_moves();
        return;
      }
      history_.insert(history_.end(), joint_.begin(), joint_.end());
      game_.next(state_, joint_, *scratch_, next_);
      state_.swap(next_);
      ++result_.steps;
      record_step();
    }
    if (step == 0) {
      add(PlayFault::over, 0, {});
    } else {
      look_at_goals();
    }
  }

  /// The last playout was given up: it counts nowhere.
  void forget_playout() { --result_.playouts; }

  [[nodiscard]] std::uint64_t steps() const { return result_.steps; }
  [[nodiscard]] PlayFindings take() { return std::move(result_); }

 private:
  void record_start() {
    recording_ = recorded_ < PlayFindings::most_recorded;
    if (recording_) result_.recorded.emplace_back();
    record_state();
  }

  void record_step() {
    recording_ = recording_ && recorded_ < PlayFindings::most_recorded;
    if (recording_) {
      std::vector<std::string>& names = result_.recorded.back().moves.emplace_back();
      for (const Move move : joint_) names.push_back(game_.move_name(move));
      std::vector<bool>& choices = result_.recorded.back().choices.emplace_back();
      for (const std::vector<Move>& moves : legal_) choices.push_back(moves.size() > 1);
    }
    record_state();
  }

  void record_state() {
    if (!recording_) return;
    result_.recorded.back().states.push_back(game_.fluents(state_));
    recorded_ += 1 + result_.recorded.back().states.back().size();
  }

  void look_at_moves() {
    for (Role role = 0; role < legal_.size(); ++role) {
      if (legal_[role].empty()) add(PlayFault::no_legal, role, {});
    }
  }

  void look_at_goals() {
    game_.goal(state_, *scratch_, goals_);
    add_sum();
    for (Role role = 0; role < goals_.size(); ++role) {
      result_.goals[role].insert(goals_[role].begin(), goals_[role].end());
    }
    for (Role role = 0; role < goals_.size(); ++role) {
      const std::vector<std::string>& goals = goals_[role];
      const bool good = std::all_of(goals.begin(), goals.end(), [](const std::string& goal) {
        return goal_value(goal).has_value();
      });
      if (goals.empty() && game_.roles()[role] != chance_role)
        add(PlayFault::goal_missing, role, {});
      if (goals.size() > 1) add(PlayFault::goal_several, role, goals);
      if (!good) add(PlayFault::goal_value, role, goals);
    }
  }

  void add_sum() {
    int sum = 0;
    std::size_t with_goals = 0;
    for (Role role = 0; role < goals_.size(); ++role) {
      const std::vector<std::string>& goals = goals_[role];
      if (goals.empty() && game_.roles()[role] == chance_role) continue;
      const auto value = goals.size() == 1 ? goal_value(goals.front()) : std::nullopt;
      if (!value) return;
      sum += *value;
      ++with_goals;
    }
    if (with_goals > 1) ++result_.goal_sums[sum];
  }

  void add(PlayFault fault, Role role, const std::vector<std::string>& goals) {
    std::vector<PlayFinding>& findings = result_.findings;
    const auto known = std::find_if(findings.begin(), findings.end(), [&](const auto& finding) {
      return finding.fault == fault && finding.role == role;
    });
    if (known != findings.end()) {
      ++known->count;
      return;
    }
    PlayFinding finding{fault, role, 1, playout_, goals, game_.fluents(state_), {}};
    for (std::size_t i = 0; i < history_.size(); i += joint_.size()) {
      std::vector<std::string>& names = finding.moves.emplace_back();
      for (std::size_t r = 0; r < joint_.size(); ++r) {
        names.push_back(game_.move_name(history_[i + r]));
      }
    }
    findings.push_back(std::move(finding));
  }

  const Game& game_;
  std::unique_ptr<Scratch> scratch_;
  PlayFindings result_;
  std::size_t recorded_ = 0;  ///< fluents, and a little for each state
  bool recording_ = false;    ///< the current playout, from its beginning
  std::uint64_t playout_ = 0;
  State state_;
  State next_;
  std::vector<std::vector<Move>> legal_;
  std::vector<Move> joint_;
  std::vector<Move> history_;  ///< joint moves of this playout, one after the other
  std::vector<std::vector<std::string>> goals_;
};

}  // namespace

const char* code_of(PlayFault fault) {
  static constexpr const char* codes[] = {"no-legal", "goal-missing", "goal-several", "goal-value",
                                          "over-at-start"};
  return codes[static_cast<std::size_t>(fault)];
}

PlayFindings find_play_faults(const Game& game, const PlayoutOptions& options,
                              const std::atomic<bool>* stop) {
  FaultFinder finder(game);
  const StopScope scope(stop);
  for (std::uint64_t i = 0; i < options.count; ++i) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) break;
    try {
      finder.play(options.first + i, options);
    } catch (const Stopped&) {
      finder.forget_playout();
      break;
    }
  }
  return finder.take();
}

PlayFindings try_play_faults(const Game& game, const PlayoutOptions& options,
                             std::uint64_t most_steps) {
  FaultFinder finder(game);
  try {
    for (std::uint64_t i = 0; i < options.count && finder.steps() < most_steps; ++i) {
      PlayoutOptions rest = options;
      rest.step_limit = std::min(options.step_limit, most_steps - finder.steps());
      finder.play(options.first + i, rest);
    }
  } catch (const LimitReached&) {
    // What was found before it counts.
  } catch (const Stopped&) {
    finder.forget_playout();
  }
  return finder.take();
}

}  // namespace tesuji::runtime
