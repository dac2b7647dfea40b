#include "runtime/host/playouts/balance.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/on_threads.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>

namespace tesuji::runtime {
namespace {

void add(RoleBalance& to, const RoleBalance& other) {
  to.states += other.states;
  to.moves += other.moves;
  to.choices += other.choices;
  to.choice_moves += other.choice_moves;
  to.most_moves = std::max(to.most_moves, other.most_moves);
  to.first += other.first;
  to.won += other.won;
  to.shared += other.shared;
  to.lost += other.lost;
  for (const auto& [goal, count] : other.goals) to.goals[goal] += count;
}

void add(Balance& to, const Balance& other) {
  runtime::add(to.result, other.result);
  for (std::size_t role = 0; role < to.roles.size(); ++role) add(to.roles[role], other.roles[role]);
  for (const auto& [length, count] : other.lengths) to.lengths[length] += count;
  to.leads += other.leads;
  to.lead_sum += other.lead_sum;
  to.lead_squares += other.lead_squares;
}

Balance no_playouts(const Game& game) {
  Balance balance;
  balance.roles.resize(game.roles().size());
  balance.result.statistics.goal_sums.resize(game.roles().size());
  balance.result.statistics.goal_counts.resize(game.roles().size());
  return balance;
}

/// Plays one game after the other.
class Observer {
 public:
  Observer(const Game& game, const std::atomic<bool>* stop)
      : game_(game),
        stop_(stop),
        scratch_(game.make_scratch()),
        joint_(game.roles().size()),
        next_(game.state_words()),
        total_(no_playouts(game)) {}

  /// Returns false if it was stopped: then the playout is not counted.
  bool try_play(const Rng& rng, std::uint64_t step_limit) {
    try {
      return play(rng, step_limit);
    } catch (const Stopped&) {  // stopped within a question
      return false;
    }
  }

  [[nodiscard]] const Balance& total() const { return total_; }

 private:
  bool play(Rng rng, std::uint64_t step_limit) {
    here_ = no_playouts(game_);
    first_.reset();
    chosen_ = false;
    state_.assign(game_.initial().begin(), game_.initial().end());
    PlayoutStatistics& statistics = here_.result.statistics;
    std::uint64_t steps = 0;
    for (; !game_.terminal(state_, *scratch_); ++steps) {
      if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return false;
      if (steps == step_limit) {
        statistics.cut = 1;
        break;
      }
      game_.legal(state_, *scratch_, legal_);
      if (!choose_at_random(legal_, rng, joint_)) {
        statistics.stuck = 1;
        break;
      }
      add_moves();
      game_.next(state_, joint_, *scratch_, next_);
      state_.swap(next_);
    }
    statistics.playouts = 1;
    statistics.steps = here_.result.shortest = here_.result.longest = steps;
    if (statistics.cut + statistics.stuck == 0) end(steps);
    add(total_, here_);
    return true;
  }

  void add_moves() {
    std::size_t choosers = 0;
    Role chooser = 0;
    for (Role role = 0; role < legal_.size(); ++role) {
      RoleBalance& balance = here_.roles[role];
      const std::uint64_t count = legal_[role].size();
      ++balance.states;
      balance.moves += count;
      balance.most_moves = std::max(balance.most_moves, count);
      if (count < 2) continue;
      ++balance.choices;
      balance.choice_moves += count;
      if (game_.roles()[role] == chance_role) continue;
      ++choosers;
      chooser = role;
    }
    if (chosen_ || choosers == 0) return;
    chosen_ = true;
    if (choosers == 1) first_ = chooser;
  }

  void end(std::uint64_t steps) {
    PlayoutStatistics& statistics = here_.result.statistics;
    statistics.terminal = 1;
    ++here_.lengths[steps];
    game_.goal(state_, *scratch_, goals_);
    std::vector<std::pair<Role, int>> values;
    bool whole = true;
    for (Role role = 0; role < goals_.size(); ++role) {
      for (const std::string& goal : goals_[role]) ++here_.roles[role].goals[goal];
      if (goals_[role].empty() && game_.roles()[role] == chance_role) continue;
      const std::optional<int> value = only_goal(goals_[role], statistics);
      whole = whole && value;
      if (!value) continue;
      values.emplace_back(role, *value);
      statistics.goal_sums[role] += static_cast<std::uint64_t>(*value);
      ++statistics.goal_counts[role];
    }
    if (first_) here_.roles[*first_].first = 1;
    if (whole && values.size() > 1) compare(values);
  }

  void compare(const std::vector<std::pair<Role, int>>& values) {
    int highest = 0;
    std::int64_t sum = 0;
    for (const auto& [role, value] : values) {
      highest = std::max(highest, value);
      sum += value;
    }
    const auto best = std::count_if(values.begin(), values.end(),
                                    [&](const auto& one) { return one.second == highest; });
    for (const auto& [role, value] : values) {
      RoleBalance& balance = here_.roles[role];
      ++(value < highest ? balance.lost : best > 1 ? balance.shared : balance.won);
      if (first_ != role) continue;
      const std::int64_t lead = value * static_cast<std::int64_t>(values.size()) - sum;
      here_.leads = 1;
      here_.lead_sum = lead;
      here_.lead_squares = static_cast<std::uint64_t>(lead * lead);
    }
  }

  const Game& game_;
  const std::atomic<bool>* stop_;
  std::unique_ptr<Scratch> scratch_;
  std::vector<Move> joint_;
  State state_;
  State next_;
  std::vector<std::vector<Move>> legal_;
  std::vector<std::vector<std::string>> goals_;
  std::optional<Role> first_;  ///< the player with the first choice of this playout, if only one
                               ///< had it
  bool chosen_ = false;        ///< some player had a choice
  Balance here_;               ///< of this playout
  Balance total_;
};

}  // namespace

std::uint64_t Balance::length_quantile(double share) const {
  std::uint64_t all = 0;
  for (const auto& [length, count] : lengths) all += count;
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(all)));
  std::uint64_t seen = 0;
  for (const auto& [length, count] : lengths) {
    seen += count;
    if (seen >= wanted) return length;
  }
  return 0;
}

Balance observe_balance(const Game& game, const SimulationOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  Balance total = no_playouts(game);
  std::atomic<std::uint64_t> next_playout{0};
  std::mutex mutex;
  const auto work = [&](std::size_t) {
    const TimedStop limit(options.seconds, options.stop);
    const StopScope scope(limit.flag());
    Observer observer(game, limit.flag());
    Deadline deadline(options.seconds);
    while (!deadline.is_over()) {
      const std::uint64_t playout = next_playout.fetch_add(1, std::memory_order_relaxed);
      if (playout >= options.playouts ||
          (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) ||
          !observer.try_play(Rng(options.seed, playout), options.step_limit)) {
        break;
      }
    }
    const std::lock_guard lock(mutex);
    add(total, observer.total());
  };
  on_threads(options.threads, work,
             [&] { next_playout.store(options.playouts, std::memory_order_relaxed); });
  total.result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return total;
}

}  // namespace tesuji::runtime
