#include "runtime/host/playouts/playout.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"

#include <algorithm>

namespace tesuji::runtime {
namespace {

/// Joint moves between two checks of the stop flag.
constexpr std::uint64_t moves_at_a_time = 1'024;

void add(std::vector<std::uint64_t>& sums, const std::vector<std::uint64_t>& others) {
  sums.resize(std::max(sums.size(), others.size()));
  for (std::size_t i = 0; i < others.size(); ++i) sums[i] += others[i];
}

}  // namespace

std::optional<int> only_goal(const std::vector<std::string>& goals, PlayoutStatistics& statistics) {
  if (goals.empty()) {
    ++statistics.goals_missing;
    return std::nullopt;
  }
  if (goals.size() > 1) {
    ++statistics.goals_ambiguous;
    return std::nullopt;
  }
  const std::optional<int> value = goal_value(goals.front());
  if (!value) ++statistics.goals_not_integer;
  return value;
}

namespace {

/// Adds the counts that PlayoutStatistics and ManyEnds share.
template <typename Counts>
void add_counts(PlayoutStatistics& to, const Counts& from) {
  to.playouts += from.playouts;
  to.steps += from.steps;
  to.terminal += from.terminal;
  to.cut += from.cut;
  to.stuck += from.stuck;
  to.goals_missing += from.goals_missing;
  to.goals_ambiguous += from.goals_ambiguous;
  to.goals_not_integer += from.goals_not_integer;
  add(to.goal_sums, from.goal_sums);
  add(to.goal_counts, from.goal_counts);
}

}  // namespace

PlayoutStatistics& PlayoutStatistics::operator+=(const PlayoutStatistics& other) {
  add_counts(*this, other);
  return *this;
}

PlayoutStatistics& PlayoutStatistics::operator+=(const ManyEnds& ends) {
  add_counts(*this, ends);
  return *this;
}

GoalCounter::GoalCounter(const Game& game) : game_(game), values_(game.roles().size()) {}

void GoalCounter::add(StateView state, Scratch& scratch, PlayoutStatistics& statistics) {
  statistics.goal_sums.resize(values_.size());
  statistics.goal_counts.resize(values_.size());
  game_.goal_values(state, scratch, values_);
  if (std::none_of(values_.begin(), values_.end(), [](int value) { return value < 0; })) {
    for (std::size_t role = 0; role < values_.size(); ++role) {
      statistics.goal_sums[role] += static_cast<std::uint64_t>(values_[role]);
      ++statistics.goal_counts[role];
    }
    return;
  }
  // The terms show what is wrong with them.
  game_.goal(state, scratch, goals_);
  for (std::size_t role = 0; role < goals_.size(); ++role) {
    if (goals_[role].empty() && game_.roles()[role] == chance_role) continue;
    if (const auto value = only_goal(goals_[role], statistics)) {
      statistics.goal_sums[role] += static_cast<std::uint64_t>(*value);
      ++statistics.goal_counts[role];
    }
  }
}

Player::Player(const Game& game, const std::atomic<bool>* stop)
    : game_(game),
      stop_(stop),
      scratch_(make_scratch(game, stop)),
      state_(game.initial().begin(), game.initial().end()),
      goals_(game) {}

PlayoutEnd Player::play(Rng rng, std::uint64_t step_limit, PlayoutStatistics& statistics) {
  return play(game_.initial(), rng, step_limit, statistics);
}

PlayoutEnd Player::play(StateView start, Rng rng, std::uint64_t step_limit,
                        PlayoutStatistics& statistics) {
  const StopScope scope(stop_);
  state_.assign(start.begin(), start.end());
  statistics.goal_sums.resize(game_.roles().size());
  statistics.goal_counts.resize(game_.roles().size());
  std::uint64_t steps = 0;
  Drawn how = Drawn::joint;
  try {
    do {
      if (steps > 0 && stop_ != nullptr && stop_->load(std::memory_order_relaxed)) {
        return PlayoutEnd::stopped;
      }
      how = game_.play_out(state_, *scratch_, rng, std::min(step_limit - steps, moves_at_a_time),
                           steps);
    } while (how == Drawn::joint && steps < step_limit);
    if (how == Drawn::terminal) goals_.add(state_, *scratch_, statistics);
  } catch (const Stopped&) {
    return PlayoutEnd::stopped;
  }
  ++statistics.playouts;
  statistics.steps += steps;
  switch (how) {
    case Drawn::terminal:
      ++statistics.terminal;
      return PlayoutEnd::terminal;
    case Drawn::stuck:
      ++statistics.stuck;
      return PlayoutEnd::stuck;
    case Drawn::joint:
      break;
  }
  ++statistics.cut;
  return PlayoutEnd::cut;
}

bool Player::play_many(const ManyPlayouts& wanted, ManyEnds& ends) {
  const StopScope scope(stop_);
  return game_.play_many(wanted, *scratch_, ends);
}

PlayoutStatistics run_playouts(const Game& game, const PlayoutOptions& options) {
  Player player(game);
  PlayoutStatistics statistics;
  for (std::uint64_t i = 0; i < options.count; ++i)
    player.play(Rng(options.seed, options.first + i), options.step_limit, statistics);
  return statistics;
}

}  // namespace tesuji::runtime
