#include "tools/reports/regret_report.h"

#include "tools/base/json.h"

#include "tools/base/report_text.h"
#include "tools/reports/learning/comprehension_report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string_view>

namespace tesuji::tools {

namespace {

using runtime::JudgedState;

/// Losses over some states.
struct Sums {
  std::uint64_t states = 0;
  std::uint64_t random = 0;  ///< no predicate has a move
  std::uint64_t losing = 0;  ///< the move loses points
  double move_regret = 0;
  double game_regret = 0;

  void add(const JudgedState& judged) {
    ++states;
    if (!judged.chosen) ++random;
    if (judged.move_regret > 0) ++losing;
    move_regret += judged.move_regret;
    game_regret += judged.game_regret.value_or(0);
  }
  [[nodiscard]] double mean(double sum) const {
    return states == 0 ? 0 : sum / static_cast<double>(states);
  }
};

/// Whether games end, so that the loss of a whole game is defined.
bool has_game_regret(const RegretScene& scene) {
  return std::all_of(scene.states.begin(), scene.states.end(),
                     [](const JudgedState& judged) { return judged.game_regret.has_value(); });
}

std::array<Sums, 2> by_role(const RegretScene& scene) {
  std::array<Sums, 2> result;
  for (const JudgedState& judged : scene.states) result.at(judged.mover).add(judged);
  return result;
}

constexpr std::string_view no_clause = "random";

std::string clause_of(const RegretScene& scene, const JudgedState& judged) {
  if (!judged.chosen) return std::string(no_clause);
  return scene.strategy.predicates()[judged.chosen->predicate].name;
}

/// Groups in the order of execution, random moves last; omits predicates that chose no move.
std::vector<std::pair<std::string, Sums>> by_clause(const RegretScene& scene) {
  std::map<std::string, Sums> sums;
  for (const JudgedState& judged : scene.states) sums[clause_of(scene, judged)].add(judged);
  std::vector<std::pair<std::string, Sums>> result;
  const auto take = [&](const std::string& name) {
    const auto found = sums.find(name);
    if (found != sums.end()) result.emplace_back(name, found->second);
  };
  for (const std::uint32_t predicate : scene.strategy.order()) {
    take(scene.strategy.predicates()[predicate].name);
  }
  take(std::string(no_clause));
  return result;
}

/// Returns the states in which points are lost, most first, then by their order.
std::vector<std::size_t> worst_states(const RegretScene& scene) {
  std::vector<std::size_t> order(scene.states.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) {
    const JudgedState& judged = scene.states[i];
    return judged.move_regret <= 0 && judged.game_regret.value_or(0) <= 0;
  });
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const JudgedState& one = scene.states[a];
    const JudgedState& other = scene.states[b];
    return std::pair(one.move_regret, one.game_regret.value_or(0)) >
           std::pair(other.move_regret, other.game_regret.value_or(0));
  });
  return order;
}

std::string_view value_word(const JudgedState& judged) {
  const std::int32_t margin = judged.value.margin_for(judged.mover);
  return margin > 0 ? "won" : margin < 0 ? "lost" : "drawn";
}

std::string move_of(const RegretScene& scene, const JudgedState& judged) {
  return judged.chosen ? scene.game.move_name(judged.chosen->move) : std::string();
}

std::string state_text(const RegretScene& scene, const JudgedState& judged) {
  return fmt::format("{}", fmt::join(scene.game.fluents(judged.state), " "));
}

void add_roles(std::string& text, const RegretScene& scene) {
  const std::array<Sums, 2> roles = by_role(scene);
  const auto counts = [&](std::string_view name, std::uint64_t Sums::* member) {
    text += fmt::format("  {:<30}{:>12}{:>12}\n", name, roles[0].*member, roles[1].*member);
  };
  const auto means = [&](std::string_view name, double Sums::* member) {
    text += fmt::format("  {:<30}{:>12.4f}{:>12.4f}\n", name, roles[0].mean(roles[0].*member),
                        roles[1].mean(roles[1].*member));
  };
  text += fmt::format("  {:<30}{:>12}{:>12}\n", "to move", scene.game.roles()[0],
                      scene.game.roles()[1]);
  counts("states", &Sums::states);
  counts("no predicate has a move", &Sums::random);
  counts("the move loses points", &Sums::losing);
  means("points lost by a move, mean", &Sums::move_regret);
  if (has_game_regret(scene)) means("by playing on, mean", &Sums::game_regret);
}

void add_clauses(std::string& text, const RegretScene& scene) {
  text += fmt::format("  {:<30}{:>12}{:>12}{:>12}\n", "clause", "states", "losing", "points lost");
  for (const auto& [name, sums] : by_clause(scene)) {
    text += fmt::format("  {:<30}{:>12}{:>12}{:>12.2f}\n", name, sums.states, sums.losing,
                        sums.move_regret);
  }
}

Json to_json(const Sums& sums, bool games) {
  Json json{{"states", sums.states},
            {"random", sums.random},
            {"losing", sums.losing},
            {"move_regret", sums.move_regret},
            {"mean_move_regret", sums.mean(sums.move_regret)}};
  if (games) {
    json["game_regret"] = sums.game_regret;
    json["mean_game_regret"] = sums.mean(sums.game_regret);
  }
  return json;
}

ComprehensionScene comprehension_of(const RegretScene& scene) {
  ComprehensionScene result{scene.game, *scene.comprehension, {}};
  for (const JudgedState& judged : scene.states) result.states.push_back(judged.state);
  return result;
}

}  // namespace

std::string regret_text(const RegretScene& scene) {
  std::string text = fmt::format("{}: {} in {}\n", scene.path, scene.strategy_name,
                                 counted(scene.states.size(), "state"));
  add_roles(text, scene);
  add_clauses(text, scene);
  if (scene.comprehension) text += comprehension_text(comprehension_of(scene));
  const std::vector<std::size_t> worst = worst_states(scene);
  if (worst.empty()) return text + "no move loses points\n";
  const std::size_t shown = std::min(worst.size(), scene.worst);
  if (shown == 0) return text;
  text += fmt::format("worst {} of {} in which points are lost:\n", shown,
                      counted(worst.size(), "state"));
  for (std::size_t i = 0; i < shown; ++i) {
    const JudgedState& judged = scene.states[worst[i]];
    text += fmt::format("  {:.2f} lost", judged.move_regret);
    if (judged.game_regret) text += fmt::format(", {:.2f} by playing on", *judged.game_regret);
    text += fmt::format("; {} for {}; {} {}\n    {}\n", value_word(judged),
                        scene.game.roles()[judged.mover], clause_of(scene, judged),
                        move_of(scene, judged), state_text(scene, judged));
  }
  return text;
}

Json regret_json(const RegretScene& scene) {
  const bool games = has_game_regret(scene);
  Json roles = Json::object();
  const std::array<Sums, 2> sums = by_role(scene);
  for (runtime::Role role = 0; role < 2; ++role) {
    roles[scene.game.roles()[role]] = to_json(sums.at(role), games);
  }
  Json clauses = Json::object();
  for (const auto& [name, of_clause] : by_clause(scene)) clauses[name] = to_json(of_clause, games);
  Json boards = Json::array();
  for (std::size_t i = 0; i < scene.states.size(); ++i) {
    const JudgedState& judged = scene.states[i];
    Json board = Json::object();
    if (!scene.lines.empty()) board["line"] = scene.lines[i];
    board["state"] = scene.game.fluents(judged.state);
    board["role"] = scene.game.roles()[judged.mover];
    board["value"] = value_word(judged);
    board["clause"] = judged.chosen ? Json(clause_of(scene, judged)) : Json();
    board["move"] = judged.chosen ? Json(move_of(scene, judged)) : Json();
    board["move_regret"] = judged.move_regret;
    board["game_regret"] = judged.game_regret ? Json(*judged.game_regret) : Json();
    if (scene.comprehension) board["work"] = to_json(scene.comprehension->work[i].work);
    boards.push_back(std::move(board));
  }
  Json json{{"game", scene.path},
            {"strategy", scene.strategy_name},
            {"states", scene.states.size()},
            {"roles", std::move(roles)},
            {"clauses", std::move(clauses)},
            {"boards", std::move(boards)}};
  if (scene.comprehension) json["comprehension"] = comprehension_json(comprehension_of(scene));
  return json;
}

std::string regret_csv(const RegretScene& scene) {
  std::vector<std::string> head{"line", "role",        "value",       "clause",
                                "move", "move_regret", "game_regret", "state"};
  const bool measured = scene.comprehension.has_value();
  if (measured) head.insert(head.end(), {"checks", "boards", "tests", "literals", "plies"});
  std::string text = csv_row(head);
  for (std::size_t i = 0; i < scene.states.size(); ++i) {
    const JudgedState& judged = scene.states[i];
    std::vector<std::string> row{std::to_string(scene.lines.empty() ? i + 1 : scene.lines[i]),
                                 scene.game.roles()[judged.mover],
                                 std::string(value_word(judged)),
                                 clause_of(scene, judged),
                                 move_of(scene, judged),
                                 fmt::format("{:g}", judged.move_regret),
                                 judged.game_regret ? fmt::format("{:g}", *judged.game_regret) : "",
                                 state_text(scene, judged)};
    if (measured) {
      const learner::HandWork& work = scene.comprehension->work[i].work;
      for (const std::uint64_t count :
           {work.checks(), work.boards, work.tests, work.literals, std::uint64_t{work.plies}}) {
        row.push_back(std::to_string(count));
      }
    }
    text += csv_row(row);
  }
  return text;
}

}  // namespace tesuji::tools
