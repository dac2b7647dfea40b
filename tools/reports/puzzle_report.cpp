#include "tools/reports/puzzle_report.h"

#include "backend/driver/file_formats.h"
#include "tools/base/json.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

namespace tesuji::tools {

namespace {

using driver::MethodReport;
using driver::PuzzleMethod;
using runtime::SearchEnd;

std::string_view end_name(SearchEnd end) {
  switch (end) {
    case SearchEnd::complete:
      return "complete";
    case SearchEnd::target:
      return "found";
    case SearchEnd::memory:
      return "memory";
    case SearchEnd::time:
      return "time";
    case SearchEnd::stopped:
      return "stopped";
  }
  return "";
}

std::vector<std::string> joint_move(const PuzzleScene& scene,
                                    const std::vector<runtime::Move>& joint) {
  std::vector<std::string> names;
  for (const runtime::Move move : joint) names.push_back(scene.game.move_name(move));
  return names;
}

/// Returns what is proved: about lines of every length, or those within the horizon.
std::string claim_text(const PuzzleScene& scene) {
  const driver::SolvedPuzzle& solved = scene.solved;
  const std::string within =
      scene.horizon > 0 ? fmt::format(" within {}", counted(scene.horizon, "move")) : "";
  if (!solved.best) {
    return solved.is_solved() ? fmt::format("no play ends with a goal{}", within)
                              : fmt::format(
                                    "not solved: no play with a goal was found; up to {} "
                                    "may be possible{}",
                                    solved.bound, within);
  }
  const std::string moves = counted(solved.best->moves.size(), "move");
  const std::string reached = fmt::format("goal {} in {}", solved.best->goal, moves);
  if (!solved.is_solved()) {
    return fmt::format("not solved: {} was found; up to {} may be possible{}", reached,
                       solved.bound, within);
  }
  const bool is_highest = solved.best->goal == runtime::highest_goal;
  return fmt::format("{}{}{}", reached,
                     is_highest ? "" : fmt::format("; no play{} reaches a higher goal", within),
                     solved.is_shortest ? "; no shorter play reaches it" : "");
}

std::string method_text(const MethodReport& method) {
  if (!method.why_not.empty()) return method.why_not;
  std::string text;
  if (method.method == PuzzleMethod::breadth_first) {
    text = fmt::format("{}, up to {}", counted(method.states, "position"),
                       counted(method.horizon, "move"));
  } else if (method.method == PuzzleMethod::asp) {
    text = counted(method.questions, "program");
  } else if (method.method == PuzzleMethod::factoring) {
    text =
        fmt::format("{}{}; {}, {}", counted(method.subgames, "subgame"),
                    method.irrelevant > 0 ? fmt::format(" ({} irrelevant)", method.irrelevant) : "",
                    counted(method.puzzles, "puzzle"), counted(method.states, "position"));
    if (method.is_not_joined) text += ", plans that no play was found to join";
  } else if (method.method == PuzzleMethod::a_star) {
    text = fmt::format("{}, {} at least from the initial position",
                       counted(method.states, "position"), counted(method.first_bound, "move"));
  } else if (method.method == PuzzleMethod::two_sided) {
    text = fmt::format("{}, {} of them backward from {}", counted(method.states, "position"),
                       method.backward_states, counted(method.goal_states, "goal state"));
  } else if (method.method == PuzzleMethod::beam) {
    text = fmt::format("{}, {} of a level at most, up to {}", counted(method.states, "position"),
                       method.width, counted(method.horizon, "move"));
  } else {
    text = fmt::format("{}, {}", counted(method.questions, "question"),
                       counted(method.clauses, "clause"));
  }
  const bool refutes = method.method == PuzzleMethod::sat || method.method == PuzzleMethod::asp ||
                       method.method == PuzzleMethod::a_star ||
                       method.method == PuzzleMethod::two_sided;
  if (refutes && method.horizon > 0) {
    text += fmt::format("; none shorter than {}", counted(method.horizon, "move"));
  }
  return fmt::format("{}; {}, {:.2f} s", text, end_name(method.end), method.seconds);
}

Json method_json(const MethodReport& method) {
  Json json{{"method", driver::name_of(method.method)}};
  if (!method.why_not.empty()) {
    json["why_not"] = method.why_not;
    return json;
  }
  json["end"] = end_name(method.end);
  json["goal"] = method.goal < 0 ? Json(nullptr) : Json(method.goal);
  if (method.method == PuzzleMethod::asp) {
    json["programs"] = method.questions;
    json["refuted_below"] = method.horizon;
  } else if (method.method == PuzzleMethod::factoring) {
    json["subgames"] = method.subgames;
    json["irrelevant"] = method.irrelevant;
    json["puzzles"] = method.puzzles;
    json["joined"] = !method.is_not_joined;
    json["positions"] = method.states;
  } else if (method.method == PuzzleMethod::a_star) {
    json["positions"] = method.states;
    json["least_moves_at_first"] = method.first_bound;
    json["refuted_below"] = method.horizon;
  } else if (method.method == PuzzleMethod::two_sided) {
    json["positions"] = method.states;
    json["backward_positions"] = method.backward_states;
    json["goal_states"] = method.goal_states;
    json["refuted_below"] = method.horizon;
  } else if (method.method != PuzzleMethod::sat) {
    json["positions"] = method.states;
    json["depth"] = method.horizon;
    if (method.method == PuzzleMethod::beam) json["width"] = method.width;
  } else {
    json["questions"] = method.questions;
    json["clauses"] = method.clauses;
    json["refuted_below"] = method.horizon;
  }
  json["seconds"] = method.seconds;
  return json;
}

}  // namespace

std::string puzzle_text(const PuzzleScene& scene) {
  const driver::SolvedPuzzle& solved = scene.solved;
  std::string text = fmt::format("{}: {}\n", scene.path, claim_text(scene));
  for (const MethodReport& method : solved.methods) {
    text += fmt::format("  {:<14}{}\n", driver::name_of(method.method), method_text(method));
  }
  if (solved.symmetries > 0) {
    text += fmt::format("  {} of the rules merged positions\n",
                        counted(solved.symmetries, "symmetry", "symmetries"));
  }
  if (solved.clock_end) {
    text += fmt::format("  a clock ends every play after {}\n", counted(*solved.clock_end, "move"));
  }
  if (!solved.best) return text;
  for (std::size_t i = 0; i < solved.best->moves.size(); ++i) {
    text +=
        fmt::format("{:>4}. {}\n", i + 1, fmt::join(joint_move(scene, solved.best->moves[i]), " "));
  }
  return text;
}

Json puzzle_json(const PuzzleScene& scene) {
  const driver::SolvedPuzzle& solved = scene.solved;
  Json json{{"game", scene.path},
            {"role", scene.game.roles()[solved.role]},
            {"solved", solved.is_solved()},
            {"goal", solved.best ? Json(solved.best->goal) : Json(nullptr)},
            {"bound", solved.bound < 0 ? Json(nullptr) : Json(solved.bound)},
            {"shortest", solved.is_shortest}};
  if (scene.horizon > 0) json["horizon"] = scene.horizon;
  Json moves = Json::array();
  if (solved.best) {
    for (const auto& joint : solved.best->moves) moves.push_back(joint_move(scene, joint));
  }
  json["moves"] = std::move(moves);
  if (solved.clock_end) json["clock_end"] = *solved.clock_end;
  json["ignored_fluents"] = solved.ignored_fluents;
  json["symmetries"] = solved.symmetries;
  Json methods = Json::array();
  for (const MethodReport& method : solved.methods) methods.push_back(method_json(method));
  json["methods"] = std::move(methods);
  json["seconds"] = solved.seconds;
  return json;
}

std::string chance_text(const ChanceScene& scene) {
  const runtime::ChanceValue& found = scene.found;
  const std::string states = counted(found.states, "state");
  if (found.end != SearchEnd::complete) {
    return fmt::format("{}: not solved: {} were seen ({})\n", scene.path, states,
                       end_name(found.end));
  }
  const std::string value = found.is_solved()
                                ? fmt::format("expected goal {:.6g}", found.value)
                                : fmt::format("not solved: expected goal between {:.6g} and {:.6g}",
                                              found.value, found.upper);
  std::string text = fmt::format("{}: {}; {}, {}\n", scene.path, value, states,
                                 counted(found.transitions, "transition"));
  for (const runtime::MoveValue& some : found.moves) {
    text += fmt::format("  {:>10.6g}  {}\n", some.value, scene.game.move_name(some.move));
  }
  return text;
}

Json chance_json(const ChanceScene& scene) {
  const runtime::ChanceValue& found = scene.found;
  const bool is_solved = found.is_solved();
  const bool is_bounded = found.end == SearchEnd::complete;
  Json moves = Json::array();
  for (const runtime::MoveValue& some : found.moves) {
    moves.push_back({{"move", scene.game.move_name(some.move)}, {"value", some.value}});
  }
  return {{"game", scene.path},
          {"role", scene.game.roles()[scene.role]},
          {"solved", is_solved},
          {"end", end_name(found.end)},
          {"expected", is_solved ? Json(found.value) : Json(nullptr)},
          {"between", is_bounded ? Json{found.value, found.upper} : Json(nullptr)},
          {"moves", std::move(moves)},
          {"states", found.states},
          {"transitions", found.transitions},
          {"sweeps", found.sweeps}};
}

std::string line_text(const PuzzleScene& scene) {
  if (!scene.solved.best) return {};
  std::string text =
      fmt::format("{} to goal {} of {}\n", driver::moves_head, scene.solved.best->goal, scene.path);
  for (const auto& joint : scene.solved.best->moves) {
    text += fmt::format("{}\n", fmt::join(joint_move(scene, joint), " "));
  }
  return text;
}

}  // namespace tesuji::tools
