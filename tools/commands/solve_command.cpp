// tesuji solve: the exact value of a two-player, turn-taking game, and what that says about it.
#include "backend/driver/open/symmetries.h"

#include "backend/driver/strategies/strategy.h"
#include "learner/arena/start_boards.h"
#include "runtime/host/search/survey.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/commands/solve_ranks.h"
#include "tools/files/solution_file.h"
#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"
#include "tools/play/fault_warnings.h"
#include "tools/play/solving.h"
#include "tools/reports/solve_report.h"

#include <fmt/core.h>

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace tesuji::tools {

namespace {

struct SolveArguments {
  GameOptions game;
  std::string states;
  std::string boards = "symmetric";
  std::string save;
  SolvingOptions solving;
  RankOptions ranks;
  bool json = false;
};

/// Whether boards are those of the game, not of a file.
bool is_one_of_own(const std::string& boards) {
  return boards == "symmetric" || boards == "all" || boards == "none";
}

/// Reports what is wrong with the file.
std::vector<runtime::State> listed_boards(const std::string& path, const runtime::Game& game,
                                          const runtime::Turns& turns, driver::Session& session) {
  std::vector<runtime::State> boards;
  auto listed = read_turn_states(path, game, turns, OverStates::wanted, session);
  if (!listed) return boards;
  for (ListedState& one : *listed) boards.push_back(std::move(one.state));
  return boards;
}

std::optional<SolvedBoards> solve_boards(SolveArguments& arguments,
                                         const driver::LoadedGame& loaded,
                                         runtime::Minimax& minimax, driver::Session& session) {
  if (arguments.boards == "none") return std::nullopt;
  const runtime::Game& game = *loaded.game;
  SolvedBoards result;
  std::vector<runtime::State> boards;
  const runtime::Turns turns(game, driver::turn_rule(loaded));
  if (!is_one_of_own(arguments.boards)) {
    boards = listed_boards(arguments.boards, game, turns, session);
    if (session.diagnostics.has_errors()) return std::nullopt;
    result.all = boards.size();
  } else {
    boards = learner::start_boards(game, turns, minimax.space().options().stop);
    result.all = boards.size();
  }
  if (arguments.boards == "symmetric") {
    const driver::GameSymmetries found =
        driver::symmetries(arguments.game.path(), arguments.game.driver_options(), session);
    driver::warn_of_unknown_symmetries(found, session.diagnostics);
    boards = learner::up_to_symmetry(game, boards, found.generators);
    result.generators = found.generators.size();
    result.knows_symmetries = found.unknown.empty();
  }
  const auto first = minimax.best(game.initial());
  if (!first) return std::nullopt;
  result.learner = first->mover;
  runtime::RandomLearner random(game, minimax, result.learner);
  runtime::PlayEnds ends(game, minimax);
  for (runtime::State& board : boards) {
    const runtime::GameValue value = minimax.value(board);
    result.worst_regret += static_cast<std::uint64_t>(random.worst_regret(board));
    if (!minimax.cyclic()) {
      result.random_regret = result.random_regret.value_or(0) + random.regret(board);
    }
    const runtime::PlayEnd end = ends.of(board);
    result.boards.push_back({std::move(board), value, end});
  }
  return result;
}

std::vector<PlayedMove> best_play(const runtime::Game& game, runtime::Minimax& minimax) {
  std::vector<PlayedMove> result;
  runtime::State state(game.initial().begin(), game.initial().end());
  std::set<runtime::State> seen;  // perfect play may go round in circles
  while (seen.insert(state).second) {
    const auto best = minimax.best(state);
    if (!best) break;
    result.push_back({best->mover, best->move});
    state.assign(best->successor.begin(), best->successor.end());
  }
  return result;
}

/// What is wanted: the whole game, or the states of a list.
int solve(SolveArguments& arguments, const Solving& solving) {
  const auto& [loaded, minimax, space, session] = solving;
  const auto begin = std::chrono::steady_clock::now();
  const runtime::Game& game = *loaded.game;
  SolveScene scene{arguments.game.path(),          game, {}, {}, {}, {},
                   arguments.states == all_states, 0,    {}};
  if (!arguments.states.empty()) {
    const auto states = states_to_solve(arguments.states, solving, OverStates::wanted);
    if (!states) return exit_code_of(session.diagnostics);
    runtime::PlayEnds ends(game, minimax);
    for (const ListedState& listed : *states) {
      SolvedLine line{listed.line, listed.state, minimax.value(listed.state), ends.of(listed.state),
                      std::nullopt};
      if (const auto best = minimax.best(listed.state)) {
        line.best = PlayedMove{best->mover, best->move};
      }
      scene.lines.push_back(line);
    }
    std::vector<runtime::State> listed;
    for (const ListedState& one : *states) listed.push_back(one.state);
    scene.faults = runtime::goal_faults(game, minimax, listed);
  } else {
    scene.survey = runtime::survey(game, minimax, game.initial());
    scene.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    scene.faults = scene.survey->faults;
    scene.best_play = best_play(game, minimax);
    scene.boards = solve_boards(arguments, loaded, minimax, session);
    if (!arguments.save.empty() &&
        !write_solution(arguments.save, arguments.game.path(), game, minimax, session)) {
      return exit_code_of(session.diagnostics);
    }
  }
  if (arguments.json) {
    print_json(solve_json(scene));
  } else {
    fmt::print("{}", solve_text(scene));
  }
  print_warnings(arguments.game.path(), solve_warnings(scene));
  return exit_code_of(session.diagnostics);
}

int run_solve(SolveArguments& arguments) {
  if (!arguments.ranks.ranks.empty()) {
    arguments.ranks.json = arguments.json;
    return solve_on_ranks(arguments.game, arguments.solving, arguments.ranks);
  }
  return with_minimax(arguments.game, arguments.solving,
                      [&](const Solving& solving) { return solve(arguments, solving); });
}

}  // namespace

void add_solve_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("solve", "Solve a two-player game exactly");
  auto arguments = std::make_shared<SolveArguments>();
  arguments->game.add_to(*command);
  Option* states =
      command
          ->add_option("--states", arguments->states,
                       "Print values and best moves of all states, or of those in a file")
          ->type_name("all|FILE");
  command
      ->add_option("--boards", arguments->boards,
                   "Summarise boards: symmetric, all, none, or states of a file")
      ->type_name("WHICH|FILE")
      ->capture_default_str();
  arguments->solving.add_solution_to(*command);
  command->add_option("--save", arguments->save, "Write the solution to this file, for --solution")
      ->type_name("FILE")
      ->excludes(states);
  command
      ->add_option("--ranks", arguments->ranks.ranks,
                   "Spread states over so many threads, or over MPI's processes")
      ->type_name("N|mpi")
      ->check(some_ranks)
      ->excludes(states)
      ->excludes("--boards")
      ->excludes("--ties")
      ->excludes("--solution")
      ->excludes("--save");
  command
      ->add_option("--disk", arguments->ranks.disk,
                   "With --ranks: keep states in this folder, and go on from what is there")
      ->type_name("DIR")
      ->needs("--ranks");
  command->add_flag("--progress", arguments->ranks.progress, "With --ranks: tell of each level");
  command->group("Ranks", {"--disk", "--progress"});
  command->group("Saved solutions", {"--solution", "--save"});
  arguments->solving.add_limits_to(*command);
  add_json_flag(*command, arguments->json);
  declare_output(*command, command->get_option("--save"), FileKind::solution);
  add_examples(*command, {"tesuji solve noughts-and-crosses.kif",
                          "tesuji solve --boards=all --json hexapawn4.kif",
                          "tesuji solve --save=hexapawn4.solution hexapawn4.kif",
                          "tesuji solve --states=boards.txt hexapawn3.kif",
                          "tesuji solve --states=all hexapawn3.kif > all.boards"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_solve(*arguments); }; });
}

}  // namespace tesuji::tools
