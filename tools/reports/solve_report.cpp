#include "tools/reports/solve_report.h"

#include "backend/open/symmetries.h"
#include "backend/strategies/strategy.h"
#include "learner/arena/start_boards.h"
#include "runtime/host/search/survey.h"
#include "tools/base/json.h"
#include "tools/base/report_text.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <set>
#include <utility>

namespace tesuji::tools {
namespace {

using runtime::GameValue;
using runtime::PlayEnd;
using runtime::Role;

/// Boards by their value to the learner.
struct Tally {
  std::uint64_t won = 0;
  std::uint64_t drawn = 0;
  std::uint64_t lost = 0;
  std::uint64_t stuck = 0;  ///< not counted in the others
};

Tally tally(const SolvedBoards& boards) {
  Tally result;
  for (const SolvedBoards::Board& board : boards.boards) {
    const std::int32_t margin = board.value.margin_for(boards.learner);
    const bool stuck = board.end == PlayEnd::stuck;
    ++(stuck ? result.stuck : margin > 0 ? result.won : margin < 0 ? result.lost : result.drawn);
  }
  return result;
}

double per_board(double sum, const SolvedBoards& boards) {
  return boards.boards.empty() ? 0 : sum / static_cast<double>(boards.boards.size());
}

/// Returns the learner's mean points over the boards that are won, drawn or lost: the loss of a
/// player against perfect play if it loses every game (MIGO's average worst-case regret). Nothing
/// if there are no such boards.
std::optional<double> mean_value(const Tally& sums) {
  const std::uint64_t valued = sums.won + sums.drawn + sums.lost;
  if (valued == 0) return std::nullopt;
  return static_cast<double>(2 * sums.won + sums.drawn) / static_cast<double>(valued);
}

std::string move_text(const PlayedMove& played, const runtime::Game& game) {
  return fmt::format("{}: {}", game.roles()[played.role], game.move_name(played.move));
}

void add_row(std::string& text, const std::string& name, std::array<std::uint64_t, 2> numbers) {
  text += fmt::format("  {:<22}{:>14}{:>14}\n", name, numbers[0], numbers[1]);
}

void add_movers(std::string& text, const SolveScene& scene) {
  const auto& movers = scene.survey->movers;
  const auto row = [&](const std::string& name, std::uint64_t runtime::SurveyOfMover::* member) {
    add_row(text, name, {movers[0].*member, movers[1].*member});
  };
  text += fmt::format("  {:<22}{:>14}{:>14}\n", "to move", scene.game.roles()[0],
                      scene.game.roles()[1]);
  row("states", &runtime::SurveyOfMover::states);
  row("won by the mover", &runtime::SurveyOfMover::won);
  const std::size_t depths = std::max(movers[0].won_in.size(), movers[1].won_in.size());
  const auto depth = [](const runtime::SurveyOfMover& mover, std::size_t k) {
    return k < mover.won_in.size() ? mover.won_in[k] : 0;
  };
  for (std::size_t k = 1; k < depths; ++k) {
    add_row(text, fmt::format("  in {}", counted(k, "own move")),
            {depth(movers[0], k), depth(movers[1], k)});
  }
  row("drawn", &runtime::SurveyOfMover::drawn);
  row("lost by the mover", &runtime::SurveyOfMover::lost);
  if (scene.survey->endless > 0) row("endless", &runtime::SurveyOfMover::endless);
  if (scene.survey->stuck > 0) row("stuck in the end", &runtime::SurveyOfMover::stuck);
  add_row(text, "most moves", {movers[0].most_moves, movers[1].most_moves});
}

void add_boards(std::string& text, const SolvedBoards& boards, const runtime::Game& game) {
  const Tally sums = tally(boards);
  text += fmt::format("states after one move of each: {}", boards.all);
  if (boards.boards.size() != boards.all) {
    text += fmt::format(", {} but for symmetry", boards.boards.size());
  }
  text += fmt::format("; for {}: {} won, {} drawn, {} lost", game.roles()[boards.learner], sums.won,
                      sums.drawn, sums.lost);
  if (sums.stuck > 0) text += fmt::format(", {} stuck", sums.stuck);
  text += '\n';
  if (boards.boards.empty()) return;
  if (const auto value = mean_value(sums)) {
    text += fmt::format("value for {}, mean of {} (points: won 2, drawn 1, lost 0): {:.3f}\n",
                        game.roles()[boards.learner],
                        part_of(boards.boards.size() - sums.stuck, boards.boards.size(), "state"),
                        *value);
  }
  text += fmt::format(
      "regret of {} against perfect play, mean of these states (points: won 2, drawn 1, lost 0): "
      "{:.3f} with its worst moves",
      game.roles()[boards.learner], per_board(static_cast<double>(boards.worst_regret), boards));
  if (boards.random_regret) {
    text += fmt::format(", {:.3f} with random moves", per_board(*boards.random_regret, boards));
  }
  text += '\n';
}

/// If GoalFault::state has no fluents, returns a word for it.
std::string state_text(const runtime::GoalFault& fault) {
  return fault.state.empty() ? "the state without fluents"
                             : fmt::format("{}", fmt::join(fault.state, " "));
}

std::string warning(const runtime::GoalFault& fault, const runtime::Game& game) {
  const std::string& role = game.roles()[fault.role];
  const std::string where = counted(fault.count, "terminal state");
  const std::string goals = fmt::format("{}", fmt::join(fault.goals, ", "));
  if (fault.fault == runtime::PlayFault::goal_missing) {
    return fmt::format("`{}` has no goal value in {}, which counts as goal 0; one of them: {}",
                       role, where, state_text(fault));
  }
  if (fault.fault == runtime::PlayFault::goal_several) {
    return fmt::format(
        "`{}` has several goal values in {}, which counts as goal 0; one of them, with {}: {}",
        role, where, goals, state_text(fault));
  }
  return fmt::format(
      "a goal value of `{}` in {} is not an integer from 0 to 100, which counts as goal 0; one of "
      "them, with {}: {}",
      role, where, goals, state_text(fault));
}

void add_faults(Json& json, const SolveScene& scene) {
  Json faults = Json::array();
  for (const runtime::GoalFault& fault : scene.faults) {
    faults.push_back({{"code", runtime::code_of(fault.fault)},
                      {"role", scene.game.roles()[fault.role]},
                      {"count", fault.count},
                      {"goals", fault.goals},
                      {"state", fault.state}});
  }
  json["goal_faults"] = std::move(faults);
  json["warnings"] = solve_warnings(scene);
}

Json to_json(const runtime::SurveyOfMover& mover) {
  Json won_in = Json::object();
  for (std::size_t k = 1; k < mover.won_in.size(); ++k) won_in[std::to_string(k)] = mover.won_in[k];
  return {{"states", mover.states},      {"won", mover.won},
          {"won_in", std::move(won_in)}, {"drawn", mover.drawn},
          {"lost", mover.lost},          {"endless", mover.endless},
          {"stuck", mover.stuck},        {"most_moves", mover.most_moves}};
}

Json to_json(const PlayedMove& played, const runtime::Game& game) {
  return {{"role", game.roles()[played.role]}, {"move", game.move_name(played.move)}};
}

Json to_json(const SolvedBoards& boards, const runtime::Game& game) {
  const Tally sums = tally(boards);
  Json list = Json::array();
  for (const SolvedBoards::Board& board : boards.boards) {
    list.push_back(
        {{"state", game.fluents(board.state)}, {"value", value_json(board.value, board.end)}});
  }
  Json json{{"all", boards.all},
            {"told", boards.boards.size()},
            {"symmetries", boards.knows_symmetries ? Json(boards.generators) : Json()},
            {"role", game.roles()[boards.learner]},
            {"won", sums.won},
            {"drawn", sums.drawn},
            {"lost", sums.lost},
            {"stuck", sums.stuck},
            {"mean_value", mean_value(sums) ? Json(*mean_value(sums)) : Json(nullptr)},
            {"worst_regret", per_board(static_cast<double>(boards.worst_regret), boards)}};
  if (boards.random_regret) json["random_regret"] = per_board(*boards.random_regret, boards);
  json["boards"] = std::move(list);
  return json;
}

}  // namespace

std::string value_text(const GameValue& value, PlayEnd end, const runtime::Game& game) {
  if (value.endless) return "endless play, which counts as a draw";
  const std::string moves = fmt::format("after {}", counted(value.plies, "move"));
  const std::string& winner = game.roles()[value.margin > 0 ? 0 : 1];
  if (end == PlayEnd::stuck) {
    const std::string counts =
        value.margin == 0 ? "a draw"
                          : fmt::format("{} winning by {}", winner, std::abs(value.margin));
    return fmt::format("stuck{}, where a role has no legal move, which counts as {}",
                       value.plies > 0 ? " " + moves : "", counts);
  }
  if (value.margin == 0) return "a draw, " + moves;
  return fmt::format("{} wins by {}, {}", winner, std::abs(value.margin), moves);
}

Json value_json(const GameValue& value, PlayEnd end) {
  Json json{{"margin", value.margin}, {"moves", value.plies}};
  if (value.endless) json = {{"margin", value.margin}, {"endless", true}};
  if (end == PlayEnd::stuck) json["stuck"] = true;
  return json;
}

std::string play_text(const std::vector<PlayedMove>& play, const runtime::Game& game) {
  std::vector<std::string> moves;
  for (const PlayedMove& played : play) moves.push_back(move_text(played, game));
  return fmt::format("{}", fmt::join(moves, ", "));
}

Json play_json(const std::vector<PlayedMove>& play, const runtime::Game& game) {
  Json json = Json::array();
  for (const PlayedMove& played : play) json.push_back(to_json(played, game));
  return json;
}

std::string solve_text(const SolveScene& scene) {
  std::string text;
  for (const SolvedLine& line : scene.lines) {
    text += fmt::format("{}{}: {}{}\n", scene.shows_states ? "# " : "", line.line,
                        value_text(line.value, line.end, scene.game),
                        line.best ? "; " + move_text(*line.best, scene.game) : "");
    if (scene.shows_states) {
      text += fmt::format("{}\n", fmt::join(scene.game.fluents(line.state), " "));
    }
  }
  if (!scene.survey) return text;
  const runtime::Survey& survey = *scene.survey;
  text += fmt::format("{}: {}\n", scene.path, value_text(survey.value, survey.end, scene.game));
  text += fmt::format("{}, {} of them terminal", counted(survey.states, "state"), survey.terminal);
  if (survey.stuck > 0) text += fmt::format(", {} more without a move", survey.stuck);
  if (survey.endless > 0) text += fmt::format(", {} endless", survey.endless);
  text += fmt::format("; {:.2f} s\n", scene.seconds);
  if (scene.tells_movers) add_movers(text, scene);
  if (scene.boards) add_boards(text, *scene.boards, scene.game);
  text += fmt::format("best play: {}{}\n", play_text(scene.best_play, scene.game),
                      survey.value.endless ? ", and so on" : "");
  return text;
}

std::vector<std::string> solve_warnings(const SolveScene& scene) {
  std::vector<std::string> warnings;
  for (const runtime::GoalFault& fault : scene.faults) {
    warnings.push_back(warning(fault, scene.game));
  }
  return warnings;
}

Json solve_json(const SolveScene& scene) {
  Json json{{"game", scene.path}};
  if (!scene.survey) {
    Json states = Json::array();
    for (const SolvedLine& line : scene.lines) {
      Json& one = states.emplace_back(
          Json{{"line", line.line}, {"value", value_json(line.value, line.end)}});
      if (scene.shows_states) one["state"] = scene.game.fluents(line.state);
      if (line.best) one["best"] = to_json(*line.best, scene.game);
    }
    json["states"] = std::move(states);
    add_faults(json, scene);
    return json;
  }
  const runtime::Survey& survey = *scene.survey;
  json["value"] = value_json(survey.value, survey.end);
  json["states"] = survey.states;
  json["terminal"] = survey.terminal;
  json["stuck"] = survey.stuck;
  json["endless"] = survey.endless;
  json["seconds"] = scene.seconds;
  if (scene.tells_movers) {
    Json movers = Json::object();
    for (Role role = 0; role < 2; ++role) {
      movers[scene.game.roles()[role]] = to_json(survey.movers[role]);
    }
    json["to_move"] = std::move(movers);
  }
  json["best_play"] = play_json(scene.best_play, scene.game);
  if (scene.boards) json["boards"] = to_json(*scene.boards, scene.game);
  add_faults(json, scene);
  return json;
}

namespace {

std::vector<PlayedMove> best_play(const runtime::Game& game, runtime::Minimax& minimax) {
  std::vector<PlayedMove> result;
  runtime::State state(game.initial().begin(), game.initial().end());
  std::set<runtime::State> seen;  // perfect play may be circular
  while (seen.insert(state).second) {
    const auto best = minimax.best(state);
    if (!best) break;
    result.push_back({best->mover, best->move});
    state.assign(best->successor.begin(), best->successor.end());
  }
  return result;
}

}  // namespace

void solve_listed(SolveScene& scene, const std::vector<ListedState>& states,
                  runtime::Minimax& minimax) {
  runtime::PlayEnds ends(scene.game, minimax);
  std::vector<runtime::State> all;
  for (const ListedState& listed : states) {
    SolvedLine line{listed.line, listed.state, minimax.value(listed.state), ends.of(listed.state),
                    std::nullopt};
    if (const auto best = minimax.best(listed.state)) {
      line.best = PlayedMove{best->mover, best->move};
    }
    scene.lines.push_back(line);
    all.push_back(listed.state);
  }
  scene.faults = runtime::goal_faults(scene.game, minimax, all);
}

void solve_whole(SolveScene& scene, runtime::Minimax& minimax) {
  const auto begin = std::chrono::steady_clock::now();
  scene.survey = runtime::survey(scene.game, minimax, scene.game.initial());
  scene.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  scene.faults = scene.survey->faults;
  scene.best_play = best_play(scene.game, minimax);
}

std::vector<runtime::State> own_boards(const driver::LoadedGame& loaded,
                                       const std::atomic<bool>* stop) {
  const runtime::Turns turns(*loaded.game, driver::turn_rule(loaded));
  return learner::start_boards(*loaded.game, turns, stop);
}

void take_symmetric(SolvedBoards& solved, std::vector<runtime::State>& boards,
                    const driver::LoadedGame& loaded, const std::string& path,
                    const driver::Options& options, const std::atomic<bool>* stop,
                    driver::Session& session) {
  const driver::GameSymmetries found = driver::symmetries(path, options, session, {.stop = stop});
  driver::warn_of_unknown_symmetries(found, session.diagnostics);
  boards = learner::up_to_symmetry(*loaded.game, boards, found.generators);
  solved.generators = found.generators.size();
  solved.knows_symmetries = found.unknown.empty();
}

void solve_boards(SolveScene& scene, SolvedBoards solved, std::vector<runtime::State> boards,
                  runtime::Minimax& minimax) {
  const runtime::Game& game = scene.game;
  const auto first = minimax.best(game.initial());
  if (!first) return;
  solved.learner = first->mover;
  runtime::RandomLearner random(game, minimax, solved.learner);
  runtime::PlayEnds ends(game, minimax);
  for (runtime::State& board : boards) {
    const runtime::GameValue value = minimax.value(board);
    solved.worst_regret += static_cast<std::uint64_t>(random.worst_regret(board));
    if (!minimax.cyclic()) {
      solved.random_regret = solved.random_regret.value_or(0) + random.regret(board);
    }
    const runtime::PlayEnd end = ends.of(board);
    solved.boards.push_back({std::move(board), value, end});
  }
  scene.boards = std::move(solved);
}

}  // namespace tesuji::tools
