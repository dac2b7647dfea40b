#include "tools/reports/balance_report.h"

#include "tools/base/json.h"
#include "tools/base/report_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>

namespace tesuji::tools {

namespace {

using runtime::RoleBalance;

constexpr std::array quantiles = {0.05, 0.25, 0.5, 0.75, 0.95};

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

/// Returns the number of roles whose goals were compared with others'.
std::size_t players(const BalanceReport& report) {
  const auto& roles = report.balance.roles;
  return static_cast<std::size_t>(std::count_if(
      roles.begin(), roles.end(),
      [](const RoleBalance& role) { return role.won + role.shared + role.lost > 0; }));
}

/// Returns the number of playouts that ended without goals to compare, if there is more than one
/// player.
std::uint64_t uncompared(const BalanceReport& report) {
  const auto& roles = report.balance.roles;
  const auto rivals = std::count_if(report.roles.begin(), report.roles.end(),
                                    [&](const auto& role) { return role != runtime::chance_role; });
  std::uint64_t compared = 0;
  for (const RoleBalance& role : roles) {
    compared = std::max(compared, role.won + role.shared + role.lost);
  }
  return rivals > 1 ? report.balance.result.statistics.terminal - compared : 0;
}

/// How far the first player's goal is ahead of the mean of the others'.
struct Advantage {
  double mean = 0;
  double error = 0;  ///< standard error of the mean
};

std::optional<Advantage> advantage(const BalanceReport& report) {
  const runtime::Balance& balance = report.balance;
  if (balance.leads == 0 || players(report) < 2) return std::nullopt;
  const auto count = static_cast<double>(balance.leads);
  const auto others = static_cast<double>(players(report) - 1);
  const double mean = static_cast<double>(balance.lead_sum) / count;
  const double square = static_cast<double>(balance.lead_squares) / count;
  return Advantage{mean / others, std::sqrt(std::max(0.0, square - mean * mean) / count) / others};
}

/// Returns goals that clauses name and no playout had.
std::vector<driver::RulesAsWritten::Goal> unseen_goals(const BalanceReport& report) {
  std::vector<std::set<std::string>> seen(report.roles.size());
  for (std::size_t role = 0; role < report.roles.size(); ++role) {
    for (const auto& [goal, count] : report.balance.roles[role].goals) seen[role].insert(goal);
  }
  return driver::unseen_goals(report.written, report.roles, seen);
}

void print_roles(const BalanceReport& report) {
  fmt::print(
      "choices of a role: in how many states it has more than one move, and how many then\n");
  for (std::size_t i = 0; i < report.roles.size(); ++i) {
    const RoleBalance& role = report.balance.roles[i];
    fmt::print("  {}: in {:.1f} % of {}, {:.2f} on average, {} at most\n", report.roles[i],
               100 * ratio(role.choices, role.states), counted(role.states, "state"),
               ratio(role.choice_moves, role.choices), role.most_moves);
  }
  fmt::print("results\n");
  for (std::size_t i = 0; i < report.roles.size(); ++i) {
    const RoleBalance& role = report.balance.roles[i];
    std::string text;
    if (const std::uint64_t all = role.won + role.shared + role.lost; all > 0) {
      text = fmt::format(
          " ahead of all others {:.1f} %, level with the best {:.1f} %, behind "
          "{:.1f} %;",
          100 * ratio(role.won, all), 100 * ratio(role.shared, all), 100 * ratio(role.lost, all));
    }
    std::string goals;
    for (const auto& [goal, count] : role.goals) {
      goals += fmt::format("{} {} {}", goals.empty() ? "" : ",", goal, counted(count, "time"));
    }
    fmt::print("  {}:{} goals:{}\n", report.roles[i], text, goals.empty() ? " none" : goals);
  }
  if (const std::uint64_t some = uncompared(report); some > 0) {
    fmt::print(
        "  {} left out of these comparisons: some player has no goal there, several, or one "
        "that is no number from 0 to 100\n",
        counted(some, "playout"));
  }
}

/// Returns why there is no advantage, in words.
std::string no_advantage(const BalanceReport& report) {
  std::uint64_t first = 0;
  for (const RoleBalance& role : report.balance.roles) first += role.first;
  if (report.balance.result.statistics.terminal == 0) return "no playout came to an end";
  if (first == 0) return "no player has the first choice alone";
  if (players(report) > 1 || uncompared(report) > 0) {
    return "where a player has the first choice alone, the players' goals cannot be compared";
  }
  return "no others to compare with";
}

void print_advantage(const BalanceReport& report) {
  const auto found = advantage(report);
  if (!found) {
    fmt::print("first-move advantage: unknown, {}\n", no_advantage(report));
    return;
  }
  fmt::print(
      "first-move advantage: {:+.2f} (standard error {:.2f}) in {}, the goal of the player with "
      "the first choice less the mean of the others'\n",
      found->mean, found->error,
      part_of(report.balance.leads, report.balance.result.statistics.playouts, "playout"));
  for (std::size_t i = 0; i < report.roles.size(); ++i) {
    if (report.balance.roles[i].first == 0) continue;
    fmt::print(
        "  {} has the first choice in {:.1f} % of the playouts that end\n", report.roles[i],
        100 * ratio(report.balance.roles[i].first, report.balance.result.statistics.terminal));
  }
}

}  // namespace

void print_balance(const BalanceReport& report, const ir::SourceMap& sources) {
  const runtime::Balance& balance = report.balance;
  fmt::print("\nlengths of {} to the end, in joint moves:",
             counted(balance.result.statistics.terminal, "playout"));
  for (const double share : quantiles) {
    fmt::print(" {:g} % {}{}", 100 * share, balance.length_quantile(share),
               share == quantiles.back() ? "\n" : ",");
  }
  print_roles(report);
  print_advantage(report);
  const auto unseen = unseen_goals(report);
  fmt::print("goals never seen: {}\n", unseen.empty() ? "none" : "");
  for (const auto& goal : unseen) fmt::print("  {} {}\n", goal.role, goal.value);
  fmt::print("rules never used: {}\n", report.idle.empty() ? "none" : "");
  for (const auto& rule : report.idle) {
    fmt::print("  {}:{}:{}: {}\n", sources[rule.span.file].path, rule.span.begin.line,
               rule.span.begin.column, rule.relation);
  }
}

Json to_json(const BalanceReport& report, const ir::SourceMap& sources) {
  const runtime::Balance& balance = report.balance;
  Json lengths = Json::array();
  for (const auto& [length, count] : balance.lengths) {
    lengths.push_back({{"length", length}, {"playouts", count}});
  }
  Json lengths_at = Json::array();
  for (const double share : quantiles) {
    lengths_at.push_back({{"share", share}, {"length", balance.length_quantile(share)}});
  }
  Json roles = Json::array();
  for (std::size_t i = 0; i < report.roles.size(); ++i) {
    const RoleBalance& role = balance.roles[i];
    Json goals = Json::array();
    for (const auto& [goal, count] : role.goals)
      goals.push_back({{"goal", goal}, {"count", count}});
    roles.push_back({{"role", report.roles[i]},
                     {"states", role.states},
                     {"mean_moves", ratio(role.moves, role.states)},
                     {"choices", role.choices},
                     {"mean_choice", ratio(role.choice_moves, role.choices)},
                     {"most_moves", role.most_moves},
                     {"first", role.first},
                     {"won", role.won},
                     {"shared", role.shared},
                     {"lost", role.lost},
                     {"goals", std::move(goals)}});
  }
  Json unseen = Json::array();
  for (const auto& goal : unseen_goals(report)) {
    unseen.push_back({{"role", goal.role}, {"goal", goal.value}});
  }
  Json idle = Json::array();
  for (const auto& rule : report.idle) {
    idle.push_back({{"file", sources[rule.span.file].path},
                    {"line", rule.span.begin.line},
                    {"column", rule.span.begin.column},
                    {"relation", rule.relation}});
  }
  const auto found = advantage(report);
  return {{"lengths", std::move(lengths)},
          {"length_quantiles", std::move(lengths_at)},
          {"roles", std::move(roles)},
          {"first_move_advantage",
           found ? Json({{"mean", found->mean},
                         {"standard_error", found->error},
                         {"playouts", report.balance.leads}})
                 : Json(nullptr)},
          {"uncompared", uncompared(report)},
          {"goals_never_seen", std::move(unseen)},
          {"rules_never_used", std::move(idle)}};
}

}  // namespace tesuji::tools
