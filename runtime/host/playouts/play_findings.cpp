#include "runtime/host/playouts/play_findings.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/playouts/reachable_states.h"
#include "runtime/host/playouts/repetition.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::runtime {
namespace {

/// Returns joint moves, given one after the other, by their names.
std::vector<std::vector<std::string>> names_of(const Game& game, std::span<const Move> moves) {
  const std::size_t roles = game.roles().size();
  std::vector<std::vector<std::string>> joints;
  for (std::size_t i = 0; i < moves.size(); i += roles) {
    std::vector<std::string>& names = joints.emplace_back();
    for (std::size_t role = 0; role < roles; ++role) {
      names.push_back(game.move_name(moves[i + role]));
    }
  }
  return joints;
}

ShownPlay shown_play(const Game& game, StateView state, const PlayedWay& way) {
  return {way.playout, game.fluents(state), names_of(game, way.moves())};
}

/// Returns the play to a state of a recorded game.
ShownPlay recorded_play(const PlayFindings& findings, const PlaceWatch::Found& found,
                        std::size_t number) {
  const RecordedGame& game = findings.recorded[number];
  const auto end = game.moves.begin() + static_cast<std::ptrdiff_t>(found.length);
  return {findings.first + number, found.state, {game.moves.begin(), end}};
}

/// Shows the states of the recorded games, whose ways are numbers from `first_way` on.
void see_recorded(const PlayFindings& findings, std::size_t first_way, PlaceWatch& watch) {
  for (std::size_t game = 0; game < findings.recorded.size(); ++game) {
    const auto& states = findings.recorded[game].states;
    for (std::size_t step = 0; step < states.size(); ++step) {
      watch.see(states[step], step, first_way + game);
    }
  }
}

/// Finds places of the recorded games that have several contents.
void find_doubled(PlayFindings& findings) {
  if (findings.recorded.empty() || findings.recorded.front().states.empty()) return;
  PlaceWatch watch(findings.recorded.front().states.front());
  if (!watch.has_board()) return;
  see_recorded(findings, 0, watch);
  for (const PlaceWatch::Found& found : watch.found()) {
    findings.doubled.push_back({found.doubled, recorded_play(findings, found, found.way)});
  }
}

class FaultFinder {
 public:
  explicit FaultFinder(const Game& game)
      : game_(game),
        scratch_(game.make_scratch()),
        log_(game, result_),
        joint_(game.roles().size()) {}

  /// Plays a playout; gives up after `most_steps` joint moves.
  void play(std::uint64_t number, const PlayoutOptions& options,
            std::uint64_t most_steps = std::numeric_limits<std::uint64_t>::max()) {
    Rng rng(options.seed, number);
    result_.seed = options.seed;
    if (result_.playouts == 0) result_.first = number;
    result_.step_limit = options.step_limit;
    playout_ = number;
    state_.assign(game_.initial().begin(), game_.initial().end());
    next_.resize(state_.size());
    history_.clear();
    ++result_.playouts;
    record_start();
    std::uint64_t step = 0;
    for (; !game_.terminal(state_, *scratch_); ++step) {
      if (step == options.step_limit) {
        if (result_.cut++ == 0) note_repetition();
        return;
      }
      if (step == most_steps) {
        ++result_.given_up;
        return;
      }
      game_.legal(state_, *scratch_, legal_);
      if (!choose_at_random(legal_, rng, joint_)) {
        log_.add_stuck(state_, legal_, way());
        return;
      }
      history_.insert(history_.end(), joint_.begin(), joint_.end());
      game_.next(state_, joint_, *scratch_, next_);
      state_.swap(next_);
      ++result_.steps;
      record_step();
    }
    log_.add_end(state_, *scratch_, way());
  }

  /// Uncounts the last playout, which was given up.
  void forget_playout() { --result_.playouts; }

  [[nodiscard]] std::uint64_t steps() const { return result_.steps; }
  [[nodiscard]] PlayFindings take() {
    find_doubled(result_);
    return std::move(result_);
  }

 private:
  /// For the first playout that is cut.
  void note_repetition() {
    result_.first_cut = playout_;
    try {
      const auto repetition = find_repetition(game_, history_);
      if (!repetition) return;
      RepeatedState repeated{playout_, repetition->first, {}, {}};
      repeated.state = game_.fluents(state_after(game_, history_, repetition->first));
      const std::size_t roles = joint_.size();
      const auto cycle =
          std::span(history_).subspan(repetition->first * roles, repetition->moves * roles);
      repeated.cycle = names_of(game_, cycle);
      result_.repeated = std::move(repeated);
    } catch (const LimitReached&) {
    } catch (const Stopped&) {
    }
  }

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

  [[nodiscard]] PlayedWay way() const {
    return {playout_, history_.size() / joint_.size(), [this] { return history_; }};
  }

  const Game& game_;
  std::unique_ptr<Scratch> scratch_;
  PlayFindings result_;
  FaultLog log_;
  std::size_t recorded_ = 0;  ///< fluents, plus a little for each state
  bool recording_ = false;    ///< the current playout, from its beginning
  std::uint64_t playout_ = 0;
  State state_;
  State next_;
  std::vector<std::vector<Move>> legal_;
  std::vector<Move> joint_;
  std::vector<Move> history_;  ///< joint moves of this playout, one after the other
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
      finder.play(options.first + i, options, most_steps - finder.steps());
    }
  } catch (const LimitReached&) {
    // Findings made before the stop count.
  } catch (const Stopped&) {
    finder.forget_playout();
  }
  return finder.take();
}

FaultLog::FaultLog(const Game& game, PlayFindings& findings) : game_(game), findings_(findings) {
  findings_.goals.resize(game.roles().size());
}

void FaultLog::add_stuck(StateView state, const std::vector<std::vector<Move>>& legal,
                         const PlayedWay& way) {
  for (Role role = 0; role < legal.size(); ++role) {
    if (legal[role].empty()) add(PlayFault::no_legal, role, {}, state, way);
  }
}

void FaultLog::add_end(StateView state, Scratch& scratch, const PlayedWay& way) {
  if (way.length == 0) {
    add(PlayFault::over, 0, {}, state, way);
    return;
  }
  game_.goal(state, scratch, goals_);
  add_sum(state, way);
  add_goals(state, way);
}

void FaultLog::add_goals(StateView state, const PlayedWay& way) {
  for (Role role = 0; role < goals_.size(); ++role) {
    const std::vector<std::string>& goals = goals_[role];
    findings_.goals[role].insert(goals.begin(), goals.end());
    const bool good = std::all_of(goals.begin(), goals.end(), [](const std::string& goal) {
      return goal_value(goal).has_value();
    });
    if (goals.empty() && game_.roles()[role] != chance_role) {
      add(PlayFault::goal_missing, role, {}, state, way);
    }
    if (goals.size() > 1) add(PlayFault::goal_several, role, goals, state, way);
    if (!good) add(PlayFault::goal_value, role, goals, state, way);
  }
}

void FaultLog::add_sum(StateView state, const PlayedWay& way) {
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
  if (with_goals < 2) return;
  const auto known = findings_.goal_sums.find(sum);
  const bool is_new = known == findings_.goal_sums.end();
  // Built completely before it is recorded, because computing the way's moves may time out.
  std::optional<ShownPlay> play;
  if (is_new || way.length < known->second.shortest.moves.size()) play = shown(state, way);
  GoalSum& found = findings_.goal_sums[sum];
  if (way.playout) ++found.count;
  if (!play) return;
  found.shortest = std::move(*play);
  found.goals.clear();
  for (const std::vector<std::string>& goals : goals_) {
    found.goals.push_back(goals.empty() ? std::string() : goals.front());
  }
}

void FaultLog::add(PlayFault fault, Role role, const std::vector<std::string>& goals,
                   StateView state, const PlayedWay& way) {
  std::vector<PlayFinding>& findings = findings_.findings;
  auto found = std::find_if(findings.begin(), findings.end(), [&](const auto& finding) {
    return finding.fault == fault && finding.role == role;
  });
  const bool is_new = found == findings.end();
  std::optional<ShownPlay> play;
  if (is_new || way.length < found->shortest.moves.size()) play = shown(state, way);
  if (is_new) found = findings.insert(found, PlayFinding{fault, role, 0, {}, {}});
  if (way.playout) ++found->count;
  if (!play) return;
  found->goals = goals;
  found->shortest = std::move(*play);
}

ShownPlay FaultLog::shown(StateView state, const PlayedWay& way) const {
  return shown_play(game_, state, way);
}

namespace {

using Index = ReachableStates::Index;

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20U;

constexpr std::size_t most_fluents = 20'000;  ///< of states that are compared as terms

/// Returns the joint moves of a shortest play to a state, one after the other.
std::vector<Move> moves_to(const Game& game, const ReachableStates& states,
                           std::span<const Index> play) {
  std::vector<Move> moves;
  for (std::size_t i = 0; i + 1 < play.size(); ++i) {
    const std::vector<Move> joint =
        joint_between(game, states.state(play[i]), states.state(play[i + 1]));
    moves.insert(moves.end(), joint.begin(), joint.end());
  }
  return moves;
}

/// Finds places with several contents in the nearest states and the recorded games.
void find_doubled(const Game& game, const ReachableStates& states, PlayFindings& findings) {
  PlaceWatch watch(game.fluents(states.state(0)));
  if (!watch.has_board()) return;
  std::size_t compared = 0;
  for (Index i = 0; i < states.size() && compared < most_fluents; ++i) {
    const std::vector<std::string> fluents = game.fluents(states.state(i));
    compared += fluents.size();
    watch.see(fluents, states.play_to(i).size() - 1, i);
  }
  see_recorded(findings, states.size(), watch);
  std::vector<DoubledFinding> all;
  for (const PlaceWatch::Found& found : watch.found()) {
    if (found.way >= states.size()) {
      all.push_back({found.doubled, recorded_play(findings, found, found.way - states.size())});
      continue;
    }
    const std::vector<Index> play = states.play_to(static_cast<Index>(found.way));
    const PlayedWay way{{}, found.length, [&] { return moves_to(game, states, play); }};
    all.push_back({found.doubled, shown_play(game, states.state(play.back()), way)});
  }
  findings.doubled = std::move(all);
}

}  // namespace

void look_at_short_plays(const Game& game, std::uint64_t most_states, PlayFindings& findings) {
  FaultLog log(game, findings);
  const auto scratch = game.make_scratch();
  std::vector<std::vector<Move>> legal;
  const auto note = [&](const ReachableStates& states, Index i) {
    if (states.terminal(i)) findings.ends = true;
    const std::vector<Index> play = states.play_to(i);
    const PlayedWay way{{}, play.size() - 1, [&] { return moves_to(game, states, play); }};
    if (states.terminal(i)) {
      log.add_end(states.state(i), *scratch, way);
    } else {
      game.legal(states.state(i), *scratch, legal);
      log.add_stuck(states.state(i), legal, way);
    }
  };
  const ReachableStates states = ReachableStates::find(
      game, {.max_states = most_states, .memory_bytes = most_bytes, .on_end = note});
  findings.short_states = states.size();
  if (states.end() == ReachableStates::End::all) findings.states = states.size();
  try {
    find_doubled(game, states, findings);
  } catch (const LimitReached&) {
  } catch (const Stopped&) {
    // The states remain as they were found; only moves between them could not be computed.
  }
}

}  // namespace tesuji::runtime
