#include "tools/play/match_report.h"

#include "frontend/strategy/strategy_parser.h"
#include "ir/core/counted.h"
#include "tools/base/json.h"
#include "tools/base/report_text.h"
#include "tools/play/fault_warnings.h"
#include "tools/play/move_names.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace tesuji::tools {
namespace {

/// Returns nothing if the count is 0.
std::optional<double> mean(double sum, std::uint64_t count) {
  return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}

Json mean_json(std::optional<double> number) {
  return number ? Json(*number) : Json();
}

std::string goal_text(std::optional<double> goal) {
  return goal ? fmt::format("{:.2f}", *goal) : "-";
}

}  // namespace

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
  if (seconds < 1.0) return fmt::format("{:.2f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

void print_result(const Match& match, const runtime::Game& game) {
  // Its goals would be those of a state in which no player agreed to end.
  if (match.end == Match::End::abandoned) {
    fmt::print("abandoned after {}: no result\n", counted(match.turns.size(), "move"));
    return;
  }
  const char* end = "";
  switch (match.end) {
    case Match::End::terminal:
    case Match::End::abandoned:
      break;
    case Match::End::cut:
      end = " (cut at the step limit)";
      break;
    case Match::End::stuck:
      end = " (a role has no legal move)";
      break;
  }
  fmt::print("result after {}{}:", counted(match.turns.size(), "move"), end);
  for (std::size_t role = 0; role < match.goals.size(); ++role) {
    const std::vector<std::string>& goals = match.goals[role];
    fmt::print(" {} {}", game.roles()[role],
               goals.empty() ? "-" : fmt::format("{}", fmt::join(goals, "/")));
  }
  fmt::print("\n");
}

Json to_json(const Match& match, const runtime::Game& game) {
  Json moves = Json::array();
  for (const Turn& turn : match.turns) {
    Json chosen = Json::array();
    for (const MoveRecord& record : turn.chosen) {
      Json json{{"role", game.roles()[record.role]},
                {"move", game.move_name(record.decision.move)},
                {"by", record.decision.by},
                {"seconds", record.seconds}};
      if (!record.decision.fallback.empty()) json["fallback"] = record.decision.fallback;
      if (!record.decision.reading.empty()) json["reading"] = record.decision.reading;
      chosen.push_back(std::move(json));
    }
    Json move{{"state", turn.fluents}, {"joint", turn.joint}, {"chosen", std::move(chosen)}};
    if (game.has_percepts()) move["percepts"] = turn.percepts;
    moves.push_back(std::move(move));
  }
  return {{"end", name_of(match.end)},
          {"moves", std::move(moves)},
          {"state", match.fluents},
          {"goals", match.goals}};
}

MatchTotals::MatchTotals(const runtime::Game& game, const std::vector<std::unique_ptr<Seat>>& seats)
    : game_(game), seats_(seats), roles_(seats.size()) {}

void MatchTotals::add(const Match& match) {
  ++matches_;
  if (match.end == Match::End::terminal) ++ended_;
  std::vector<std::optional<int>> values(roles_.size());
  if (match.end == Match::End::stuck) ++statistics_.stuck;
  if (match.end == Match::End::cut) ++statistics_.cut;
  for (std::size_t role = 0; role < roles_.size(); ++role) {
    if (match.end != Match::End::terminal) continue;
    if (match.goals[role].empty() && game_.roles()[role] == runtime::chance_role) continue;
    if (const auto value = runtime::only_goal(match.goals[role], statistics_)) {
      roles_[role].goal_sum += static_cast<std::uint64_t>(*value);
      ++roles_[role].goals;
      values[role] = *value;
    }
  }
  judge(values);
  compare(match);
  for (const Turn& turn : match.turns) {
    for (const MoveRecord& record : turn.chosen) {
      Role& role = roles_[record.role];
      ++role.moves;
      role.seconds += record.seconds;
      role.worst_seconds = std::max(role.worst_seconds, record.seconds);
      if (record.decision.fallback.empty()) continue;
      if (role.fallbacks++ > 0) continue;
      role.reason = record.decision.fallback;
      role.instead = record.decision.by;
    }
  }
}

/// Keeps the first match, and compares the others with it.
void MatchTotals::compare(const Match& match) {
  std::vector<std::vector<std::string>> joints;
  for (const Turn& turn : match.turns) {
    joints.push_back(turn.joint);
    for (const MoveRecord& record : turn.chosen) {
      at_random_ = at_random_ || record.decision.by == "random" || record.decision.by == "human";
    }
  }
  if (matches_ == 1) {
    first_ = std::move(joints);
  } else {
    same_ = same_ && joints == first_;
  }
}

/// Receives the goals of a match that ended, by role; nothing if a role has none.
void MatchTotals::judge(const std::vector<std::optional<int>>& goals) {
  constexpr int best_goal = 100;
  int highest = -1;
  std::size_t rivals = 0;  // roles that have a goal
  std::size_t first = 0;   // roles that have the highest
  for (const std::optional<int>& goal : goals) {
    if (!goal) continue;
    ++rivals;
    if (*goal > highest) first = 0;
    highest = std::max(highest, *goal);
    if (*goal == highest) ++first;
  }
  for (std::size_t role = 0; role < goals.size(); ++role) {
    if (!goals[role]) continue;
    const bool alone = rivals == 1;
    const bool won = alone ? *goals[role] == best_goal : *goals[role] == highest && first == 1;
    const bool lost = alone ? *goals[role] == 0 : *goals[role] < highest;
    ++(won ? roles_[role].wins : lost ? roles_[role].losses : roles_[role].draws);
  }
}

std::vector<std::string> MatchTotals::warnings() const {
  std::vector<std::string> warnings = fault_warnings(statistics_);
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    const Role& role = roles_[i];
    if (role.fallbacks == 0) continue;
    warnings.push_back(
        fmt::format("{} ({}): {} of {} were chosen by {}, since {}; a larger "
                    "--memory may help",
                    game_.roles()[i], seats_[i]->description(), role.fallbacks,
                    counted(role.moves, "move"), role.instead, role.reason));
  }
  if (matches_ > 1 && same_ && !at_random_ && !first_.empty()) {
    warnings.push_back(fmt::format(
        "all {} matches are the same, move by move: no player moves at random", matches_));
  }
  return warnings;
}

void MatchTotals::print_table() const {
  std::string head = counted(matches_, "match");
  if (matches_ != 1) head = fmt::format("{} matches", matches_);
  head += fmt::format(", {} ended", ended_);
  if (statistics_.cut > 0) head += fmt::format(", {} cut at the step limit", statistics_.cut);
  if (statistics_.stuck > 0) head += fmt::format(", {} stuck", statistics_.stuck);
  fmt::print("{}\n", head);
  std::vector<std::vector<std::string>> lines{
      {"role", "player", "wins", "draws", "losses", "mean goal", "moves", "mean time", "longest"}};
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    const Role& role = roles_[i];
    const auto seconds = mean(role.seconds, role.moves);
    lines.push_back({game_.roles()[i], seats_[i]->description(), std::to_string(role.wins),
                     std::to_string(role.draws), std::to_string(role.losses),
                     goal_text(mean(static_cast<double>(role.goal_sum), role.goals)),
                     std::to_string(role.moves), seconds ? time_text(*seconds) : "-",
                     seconds ? time_text(role.worst_seconds) : "-"});
  }
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  }
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t c = 0; c < line.size(); ++c) {
      constexpr std::size_t names = 2;  // columns of words
      text += c < names ? fmt::format("{:<{}}  ", line[c], widths[c])
                        : fmt::format("{:>{}}  ", line[c], widths[c]);
    }
    while (text.back() == ' ') text.pop_back();
    fmt::print("{}\n", text);
  }
}

void MatchTotals::print() const {
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    const Role& role = roles_[i];
    fmt::print("{} ({}):", game_.roles()[i], seats_[i]->description());
    const bool chance = game_.roles()[i] == runtime::chance_role && role.goals == 0;
    if (matches_ > 1 && !chance) {
      fmt::print(" mean goal {} in {},",
                 goal_text(mean(static_cast<double>(role.goal_sum), role.goals)),
                 part_of(role.goals, matches_, "match", "matches"));
    }
    fmt::print(" {}", counted(role.moves, "move"));
    const auto seconds = mean(role.seconds, role.moves);
    if (seconds && seats_[i]->description() != "human") {
      fmt::print(", time per move: mean {}, longest {}", time_text(*seconds),
                 time_text(role.worst_seconds));
    }
    fmt::print("\n");
  }
}

Json MatchTotals::to_json() const {
  Json list = Json::array();
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    const Role& role = roles_[i];
    const auto seconds = mean(role.seconds, role.moves);
    list.push_back({{"role", game_.roles()[i]},
                    {"player", seats_[i]->description()},
                    {"mean_goal", mean_json(mean(static_cast<double>(role.goal_sum), role.goals))},
                    {"goals", role.goals},
                    {"moves", role.moves},
                    {"mean_seconds", mean_json(seconds)},
                    {"worst_seconds", seconds ? Json(role.worst_seconds) : Json()},
                    {"wins", role.wins},
                    {"draws", role.draws},
                    {"losses", role.losses},
                    {"fallback_moves", role.fallbacks}});
  }
  return list;
}

Commentary::Commentary(const driver::LoadedGame& game, CommentaryOptions options)
    : game_(*game.game),
      // The reference reasoner has no module that shows which fluents are on a board.
      boards_(game.module ? std::make_unique<GameBoards>(*game.module, game_) : nullptr),
      options_(std::move(options)),
      hides_(game_.has_percepts() && !options_.people.empty() && !options_.open) {}

void Commentary::watch(MatchOptions& match) {
  match.on_state = [this](const std::vector<std::string>& fluents, std::size_t step) {
    show_state(fluents, step);
  };
  match.on_move = [this](const Turn& turn, const MoveRecord& record) { show_move(turn, record); };
  match.on_turn = [this](const Turn& turn) { show_turn(turn); };
}

void Commentary::show_state(const std::vector<std::string>& fluents, std::size_t step) const {
  // The initial state follows from the rules, which every player knows.
  if (options_.quiet || (hides_ && step > 0)) return;
  fmt::print("{}\n", boards_ ? boards_->view.draw(fluents, nullptr, options_.colour)
                             : fmt::format("  {}\n", fmt::join(fluents, " ")));
  std::fflush(stdout);
}

void Commentary::show_move(const Turn& turn, const MoveRecord& record) {
  if (!shows_moves() || (hides_ && !is_person(record.role))) return;
  std::string move = game_.move_name(record.decision.move);
  if (boards_) {
    move = boards_->notation.text_of(move, names_of(game_, record.legal), record.role,
                                     game_.has_percepts() ? nullptr : &turn.fluents);
  }
  fmt::print("{} plays {}", game_.roles()[record.role], move);
  if (!record.decision.by.empty()) fmt::print("   [{}]", record.decision.by);
  if (record.decision.by != "human") fmt::print("  {}", time_text(record.seconds));
  fmt::print("\n");
  // The meaning of a predicate is printed once.
  const bool is_new = read_.insert(record.decision.by).second;
  if (!options_.quiet && is_new && !record.decision.reading.empty()) {
    // A learned predicate may be wrong.
    const bool claim = frontend::outcome_of(record.decision.by).has_value();
    fmt::print("    {}{}: {}\n", record.decision.by, claim ? " claims" : "",
               record.decision.reading);
  }
  std::fflush(stdout);
}

void Commentary::show_turn(const Turn& turn) const {
  if (!game_.has_percepts()) return;
  for (runtime::Role role = 0; role < turn.percepts.size(); ++role) {
    if (!hides_) {
      if (!options_.quiet && !turn.percepts[role].empty()) show_percepts(role, turn.percepts[role]);
      continue;
    }
    if (!is_person(role)) continue;
    // A role without a choice is not asked, but the player must know that a move was made.
    const auto chose = [&](const MoveRecord& record) { return record.role == role; };
    if (std::none_of(turn.chosen.begin(), turn.chosen.end(), chose)) {
      fmt::print("{} plays {}\n", game_.roles()[role], turn.joint[role]);
    }
    show_percepts(role, turn.percepts[role]);
  }
  std::fflush(stdout);
}

void Commentary::show_percepts(runtime::Role role, const std::vector<std::string>& percepts) const {
  fmt::print("{} sees {}\n", game_.roles()[role],
             percepts.empty() ? "nothing" : fmt::format("{}", fmt::join(percepts, ", ")));
}

bool Commentary::is_person(runtime::Role role) const {
  return std::find(options_.people.begin(), options_.people.end(), role) != options_.people.end();
}

}  // namespace tesuji::tools
