#include "tools/play/tournament.h"

#include "backend/strategies/strategy.h"
#include "runtime/host/memory/on_threads.h"
#include "runtime/host/playouts/playout.h"
#include "tools/base/interrupt.h"
#include "tools/play/match.h"
#include "tools/play/seat.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace tesuji::tools {

void MatchScore::add(double score, int goal) {
  ++games_;
  goals_ += static_cast<std::uint64_t>(goal);
  if (score == 1) ++wins_;
  if (score == 0) ++losses_;
}

void MatchScore::end_round(double mean) {
  ++rounds_;
  sum_ += mean;
  squares_ += mean * mean;
}

void MatchScore::count_fallbacks(std::uint64_t count, const std::string& reason) {
  if (fallbacks_ == 0) reason_ = reason;
  fallbacks_ += count;
}

void MatchScore::count_time(double seconds) {
  ++moves_;
  seconds_ += seconds;
  worst_seconds_ = std::max(worst_seconds_, seconds);
}

std::optional<ScoreInterval> MatchScore::score() const {
  if (rounds_ == 0) return std::nullopt;
  constexpr double normal_95 = 1.96;
  constexpr double more_rounds = 4;  // of which half are won
  const double rounds = static_cast<double>(rounds_) + more_rounds;
  const double centre = (sum_ + more_rounds / 2) / rounds;
  const double variance = (squares_ + more_rounds / 2) / rounds - centre * centre;
  const double half_width = normal_95 * std::sqrt(std::max(0.0, variance) / rounds);
  return ScoreInterval{sum_ / static_cast<double>(rounds_), std::max(0.0, centre - half_width),
                       std::min(1.0, centre + half_width)};
}

std::optional<double> MatchScore::mean_goal() const {
  if (games_ == 0) return std::nullopt;
  return static_cast<double>(goals_) / static_cast<double>(games_);
}

std::optional<double> MatchScore::mean_seconds() const {
  if (moves_ == 0) return std::nullopt;
  return seconds_ / static_cast<double>(moves_);
}

std::optional<double> elo_of(double score) {
  if (score <= 0 || score >= 1) return std::nullopt;
  return 400 * std::log10(score / (1 - score));
}

std::vector<double> scores_of(const std::vector<int>& goals) {
  if (goals.size() == 1) return {goals.front() / 100.0};
  const int highest = *std::max_element(goals.begin(), goals.end());
  const auto first = static_cast<double>(std::count(goals.begin(), goals.end(), highest));
  std::vector<double> scores;
  for (const int goal : goals) {
    // For two players, a draw is half a win.
    scores.push_back(goal == highest ? 1 / first : 0);
  }
  return scores;
}

namespace {

// Makes random moves before a player takes over, so that matches of the same players differ.

/// Draws the role's first `choices` decisions of a match, which may be more than it has, with
/// random numbers that depend only on the seed, the round and the role; then `player` decides. So a
/// role begins the same whichever player has it. A player that is told all is told the random
/// moves.
class OpeningSeat final : public Seat {
 public:
  OpeningSeat(std::unique_ptr<Seat> player, runtime::Role role)
      : player_(std::move(player)), role_(role) {}

  /// Call it before each match.
  void set_opening(std::uint64_t seed, std::uint64_t round, std::uint32_t choices) {
    std::uint64_t mix = seed;
    const std::uint64_t mixed = runtime::splitmix64(mix);
    random_ = runtime::Rng(mixed + round, role_);
    left_ = choices;
  }

  [[nodiscard]] std::string description() const override { return player_->description(); }
  [[nodiscard]] std::optional<Decision> decide(const Situation& situation) override {
    const bool drawn = left_ > 0 && situation.legal.size() > 1;
    if (!drawn) return player_->decide(situation);
    --left_;
    return Decision{situation.legal[random_.below(situation.legal.size())], "opening", {}, {}};
  }

  void begin_match() override { player_->begin_match(); }
  void await_ready() override { player_->await_ready(); }
  [[nodiscard]] bool is_told_all() const override { return player_->is_told_all(); }
  void announce(const Situation& situation) override { player_->announce(situation); }
  void end_match(const LastTurn& last, bool finished) override {
    player_->end_match(last, finished);
  }

 private:
  std::unique_ptr<Seat> player_;
  runtime::Role role_;
  runtime::Rng random_{0};
  std::uint32_t left_ = 0;
};

/// Result of a match, by index of a role among those that are played.
struct Outcome {
  std::vector<std::size_t> player;
  std::vector<int> goals;  ///< empty: some role has not exactly one goal
  std::vector<std::vector<double>> seconds;
  std::vector<std::uint64_t> fallbacks;
  std::vector<std::string> reasons;  ///< of the first fallback
  bool within_opening = false;       ///< it ended before a player chose a move
};

/// Seats for one match at a time.
class Table {
 public:
  Table(const driver::LoadedGame& game, const TournamentOptions& options,
        const std::vector<runtime::Role>& roles)
      : game_(game), options_(options), roles_(roles) {}

  /// Returns false if a player cannot play this game (reported).
  bool make_seats(const SearchContext& search, driver::Session& session) {
    SeatContext context{game_,  options_.game,  session, options_.evaluation,
                        search, options_.remote};
    for (std::size_t turn = 0; turn < options_.players.size(); ++turn) {
      auto& seats = seats_.emplace_back(game_.game->roles().size());
      for (std::size_t place = 0; place < roles_.size(); ++place) {
        auto seat = make_seat(options_.players[player_of(place, turn)], roles_[place], context);
        if (!seat) return false;
        auto opening = std::make_unique<OpeningSeat>(std::move(seat), roles_[place]);
        openings_.push_back(opening.get());
        seats[roles_[place]] = std::move(opening);
      }
      for (auto& seat : seats) {
        if (!seat) seat = make_seat("random", 0, context);
      }
    }
    const auto& players = options_.players;
    if (std::any_of(players.begin(), players.end(), needs_turns)) {
      turns_.emplace(*game_.game, driver::turn_rule(game_));
    }
    return true;
  }

  /// `turn`: by how many roles the players are shifted. Returns nothing if the match was abandoned.
  std::optional<Outcome> play(std::uint64_t round, std::size_t turn) {
    MatchOptions options;
    options.step_limit = options_.step_limit;
    options.turns = turns_ ? &*turns_ : nullptr;
    for (OpeningSeat* seat : openings_) {
      seat->set_opening(options_.seed, round, options_.opening);
    }
    runtime::Rng random(options_.seed, round);
    const Match match = play_match(*game_.game, seats_[turn], random, options);
    if (match.end == Match::End::abandoned) return std::nullopt;
    return outcome(match, turn);
  }

 private:
  [[nodiscard]] std::size_t player_of(std::size_t place, std::size_t turn) const {
    return (place + turn) % options_.players.size();
  }

  [[nodiscard]] Outcome outcome(const Match& match, std::size_t turn) const {
    Outcome result;
    runtime::PlayoutStatistics faults;
    for (std::size_t place = 0; place < roles_.size(); ++place) {
      result.player.push_back(player_of(place, turn));
      const auto goal = match.end == Match::End::terminal
                            ? runtime::only_goal(match.goals[roles_[place]], faults)
                            : std::nullopt;
      if (goal) result.goals.push_back(*goal);
    }
    if (result.goals.size() < roles_.size()) result.goals.clear();
    result.seconds.resize(roles_.size());
    result.fallbacks.resize(roles_.size());
    result.reasons.resize(roles_.size());
    bool drawn = false;
    bool chosen = false;
    for (const Turn& one : match.turns) {
      for (const MoveRecord& record : one.chosen) {
        const auto found = std::find(roles_.begin(), roles_.end(), record.role);
        if (found == roles_.end()) continue;
        const bool of_opening = record.decision.by == "opening";
        (of_opening ? drawn : chosen) = true;
        if (of_opening) continue;
        const auto place = static_cast<std::size_t>(found - roles_.begin());
        result.seconds[place].push_back(record.seconds);
        if (record.decision.fallback.empty()) continue;
        if (result.fallbacks[place]++ == 0) result.reasons[place] = record.decision.fallback;
      }
    }
    result.within_opening = match.end == Match::End::terminal && drawn && !chosen;
    return result;
  }

  const driver::LoadedGame& game_;
  const TournamentOptions& options_;
  const std::vector<runtime::Role>& roles_;
  std::vector<std::vector<std::unique_ptr<Seat>>> seats_;  ///< by turn, then by role
  std::vector<OpeningSeat*> openings_;
  std::optional<runtime::Turns> turns_;
};

/// Adds up the results of rounds, in their order.
class Sum {
 public:
  Sum(std::size_t players, const TournamentOptions& options) : options_(options) {
    result_.scores.resize(players);
  }

  /// `round`: by turn; a turn that was not played has no outcome.
  void add(const std::vector<std::optional<Outcome>>& round) {
    std::vector<double> sums(result_.scores.size());
    std::size_t counted = 0;
    for (const std::optional<Outcome>& outcome : round) {
      if (!outcome) continue;
      ++result_.matches;
      if (outcome->within_opening) ++result_.within_opening;
      for (std::size_t place = 0; place < outcome->player.size(); ++place) {
        MatchScore& score = result_.scores[outcome->player[place]];
        for (const double seconds : outcome->seconds[place]) score.count_time(seconds);
        score.count_fallbacks(outcome->fallbacks[place], outcome->reasons[place]);
      }
      if (outcome->goals.empty()) {
        ++result_.unfinished;
        continue;
      }
      ++counted;
      const std::vector<double> scores = scores_of(outcome->goals);
      for (std::size_t place = 0; place < scores.size(); ++place) {
        result_.scores[outcome->player[place]].add(scores[place], outcome->goals[place]);
        sums[outcome->player[place]] += scores[place];
      }
    }
    ++rounds_;
    // In an incomplete round, a player with the better role would have an advantage.
    if (counted == round.size()) {
      for (std::size_t player = 0; player < sums.size(); ++player) {
        result_.scores[player].end_round(sums[player] / static_cast<double>(counted));
      }
    }
    if (options_.progress) options_.progress(rounds_, result_.scores.front().score());
  }

  TournamentResult take() { return std::move(result_); }

 private:
  const TournamentOptions& options_;
  TournamentResult result_;
  std::uint64_t rounds_ = 0;
};

}  // namespace

std::vector<runtime::Role> played_roles(const runtime::Game& game) {
  std::vector<runtime::Role> roles;
  for (runtime::Role role = 0; role < game.roles().size(); ++role) {
    if (game.roles()[role] != runtime::chance_role) roles.push_back(role);
  }
  return roles;
}

std::optional<TournamentResult> play_tournament(const driver::LoadedGame& game,
                                                const TournamentOptions& options,
                                                driver::Session& session) {
  const std::vector<runtime::Role> roles = played_roles(*game.game);
  const std::size_t turns = options.players.size();
  const std::size_t tables = std::clamp<std::uint64_t>(
      options.parallel, 1, std::max<std::uint64_t>(1, options.rounds * turns));
  // Every player has a tree for each role at each table.
  SearchContext search = options.search;
  search.player.search.memory /= std::max<std::size_t>(1, tables * turns * roles.size());
  std::vector<std::unique_ptr<Table>> all;
  for (std::size_t i = 0; i < tables; ++i) {
    all.push_back(std::make_unique<Table>(game, options, roles));
    if (!all.back()->make_seats(search, session)) return std::nullopt;
  }

  // Matches begin in their order, and are added up in the order of rounds, so that results do not
  // depend on how many are played at a time.
  std::mutex mutex;
  std::uint64_t next = 0;
  std::atomic<bool> given_up{false};
  std::map<std::uint64_t, std::vector<std::optional<Outcome>>> rounds;
  std::map<std::uint64_t, std::size_t> left;
  std::uint64_t first = 0;  ///< the first round that is not added yet
  Sum sum(turns, options);
  const auto add_whole = [&] {
    while (left.contains(first) && left[first] == 0) {
      sum.add(rounds[first]);
      rounds.erase(first);
      left.erase(first++);
    }
  };
  runtime::on_threads(
      tables,
      [&](std::size_t number) {
        std::unique_lock lock(mutex);
        while (!given_up && !interrupted() && next < options.rounds * turns) {
          const std::uint64_t match = next++;
          const std::uint64_t round = match / turns;
          const std::size_t turn = match % turns;
          if (!rounds.contains(round)) {
            rounds[round].resize(turns);
            left[round] = turns;
          }
          lock.unlock();
          std::optional<Outcome> outcome = all[number]->play(round, turn);
          lock.lock();
          rounds[round][turn] = std::move(outcome);
          --left[round];
          add_whole();
        }
      },
      [&] { given_up = true; });
  // Adds the rounds that Ctrl-C left incomplete.
  for (const auto& [round, outcomes] : rounds) sum.add(outcomes);
  return sum.take();
}

}  // namespace tesuji::tools
