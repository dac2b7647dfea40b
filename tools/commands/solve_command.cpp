// tesuji solve: computes the exact value of a two-player, turn-taking game, and statistics of the
// solution; for a game with one role its best line.
#include "backend/strategies/strategy.h"
#include "runtime/host/puzzles/puzzle.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/commands/solve_forward.h"
#include "tools/commands/solve_puzzle.h"
#include "tools/files/solution_file.h"
#include "tools/options/game_options.h"
#include "tools/options/rank_solving.h"
#include "tools/options/solving_options.h"
#include "tools/play/fault_warnings.h"
#include "tools/play/solving.h"
#include "tools/reports/solve_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

struct SolveArguments {
  GameOptions game;
  std::string states;
  std::string boards = "symmetric";
  std::string save;
  SolvingOptions solving;
  RankOptions ranks;
  PuzzleArguments puzzle;
  double position_seconds = 0;
  bool json = false;
};

/// Whether boards are those of the game, not of a file.
bool is_one_of_own(const std::string& boards) {
  return boards == "symmetric" || boards == "all" || boards == "none";
}

/// Reports errors in the file.
std::vector<runtime::State> listed_boards(const std::string& path, const runtime::Game& game,
                                          const runtime::Turns& turns, driver::Session& session) {
  std::vector<runtime::State> boards;
  auto listed = read_turn_states(path, game, turns, OverStates::wanted, session);
  if (!listed) return boards;
  for (ListedState& one : *listed) boards.push_back(std::move(one.state));
  return boards;
}

/// Fills in the scene's boards; reports errors in their file.
void add_boards(SolveScene& scene, SolveArguments& arguments, const Solving& solving) {
  if (arguments.boards == "none") return;
  const auto& [loaded, minimax, space, session, end_progress] = solving;
  SolvedBoards solved;
  std::vector<runtime::State> boards;
  if (is_one_of_own(arguments.boards)) {
    boards = own_boards(loaded, space.stop);
  } else {
    const runtime::Turns turns(*loaded.game, driver::turn_rule(loaded));
    boards = listed_boards(arguments.boards, *loaded.game, turns, session);
    if (session.diagnostics.has_errors()) return;
  }
  solved.all = boards.size();
  if (arguments.boards == "symmetric") {
    take_symmetric(solved, boards, loaded, arguments.game.path(), arguments.game.driver_options(),
                   space.stop, session);
  }
  solve_boards(scene, std::move(solved), std::move(boards), minimax);
}

/// Solves the whole game, or the states of a list.
int solve(SolveArguments& arguments, const Solving& solving) {
  const auto& [loaded, minimax, space, session, end_progress] = solving;
  const runtime::Game& game = *loaded.game;
  SolveScene scene{arguments.game.path(),          game, {}, {}, {}, {},
                   arguments.states == all_states, 0,    {}};
  if (!arguments.states.empty()) {
    const auto states = states_to_solve(arguments.states, solving, OverStates::wanted);
    if (!states) return exit_code_of(session.diagnostics);
    solve_listed(scene, *states, minimax);
  } else {
    solve_whole(scene, minimax);
    add_boards(scene, arguments, solving);
    if (!arguments.save.empty() &&
        !write_solution(arguments.save, arguments.game.path(), game, minimax, session)) {
      return exit_code_of(session.diagnostics);
    }
  }
  end_progress();
  if (arguments.json) {
    print_json(solve_json(scene));
  } else {
    fmt::print("{}", solve_text(scene));
  }
  print_warnings(arguments.game.path(), solve_warnings(scene));
  return exit_code_of(session.diagnostics);
}

/// Reports an option that is for something else; returns false if `option` is empty.
bool is_misplaced(const std::string& option, const std::string& whom, driver::Session& session) {
  if (option.empty()) return false;
  session.diagnostics.error({}, "usage", fmt::format("{} is for {}", option, whom));
  print_diagnostics(session.diagnostics);
  return true;
}

/// Returns the first given option that is only for one player; empty: none.
std::string given_for_one(const SolveArguments& arguments) {
  if (!arguments.ranks.merge_symmetric)
    return has_rank_solver() ? "--no-symmetries without --ranks" : "--no-symmetries";
  return arguments.puzzle.given();
}

std::string given_for_two(const SolveArguments& arguments) {
  const auto& methods = arguments.puzzle.methods;
  if (std::find(methods.begin(), methods.end(), forward_method) != methods.end()) {
    return "--method=forward";
  }
  if (!arguments.states.empty()) return "--states";
  if (arguments.boards != "symmetric") return "--boards";
  if (!arguments.save.empty()) return "--save";
  if (!arguments.solving.solution.empty()) return "--solution";
  return arguments.solving.ties == "first" ? "" : "--ties";
}

/// Returns the first given option that is only for complete search; empty: none.
std::string given_for_whole(const SolveArguments& arguments) {
  if (!arguments.save.empty()) return "--save";
  if (!arguments.solving.solution.empty()) return "--solution";
  if (arguments.boards != "symmetric") return "--boards";
  if (arguments.solving.ties != "first") return "--ties";
  return arguments.states == all_states ? "--states=all" : "";
}

int run_solve(SolveArguments& arguments) {
  if (!arguments.ranks.ranks.empty()) {
    arguments.ranks.json = arguments.json;
    arguments.ranks.states = arguments.states;
    return rank_solver().solve(arguments.game, arguments.solving, arguments.ranks);
  }
  return with_loaded(arguments.game, arguments.solving.seconds, [&](const LoadedSearch& search) {
    const bool is_puzzle = runtime::is_puzzle(*search.loaded.game);
    const bool is_forward =
        !is_puzzle && arguments.puzzle.methods == std::vector<std::string>{forward_method};
    if (is_forward) arguments.puzzle.methods.clear();
    if (is_puzzle
            ? is_misplaced(given_for_two(arguments), "games for two players", search.session)
            : is_misplaced(given_for_one(arguments), "games for one player", search.session)) {
      return exit_code_of(search.session.diagnostics);
    }
    if (is_puzzle) {
      return solve_puzzle(search, arguments.game, arguments.solving, arguments.puzzle,
                          arguments.ranks.merge_symmetric, arguments.json);
    }
    if (is_forward) {
      if (is_misplaced(given_for_whole(arguments), "complete search, without --method=forward",
                       search.session)) {
        return exit_code_of(search.session.diagnostics);
      }
      return solve_forward(search, arguments.game, arguments.solving, arguments.states,
                           arguments.position_seconds, arguments.json);
    }
    return with_minimax(search, arguments.game, arguments.solving,
                        [&](const Solving& solving) { return solve(arguments, solving); });
  });
}

/// Without ranks, --no-symmetries is for games for one player alone.
void add_rank_options(Command& command, RankOptions& options) {
  const char* const symmetries = "--no-symmetries";
  if (!has_rank_solver()) {
    command.add_flag("!--no-symmetries", options.merge_symmetric, "Do not merge symmetric states");
    command.group("Games for one player", {symmetries});
    return;
  }
  command
      .add_option("--ranks", options.ranks,
                  "Spread states over so many threads, or over MPI's processes")
      ->type_name("N|mpi")
      ->check(rank_solver().check)
      ->excludes("--boards")
      ->excludes("--ties")
      ->excludes("--solution")
      ->excludes("--save");
  command
      .add_option("--disk", options.disk,
                  "With --ranks: keep states in this folder, and continue from them")
      ->type_name("DIR")
      ->needs("--ranks");
  command.add_flag("!--no-symmetries", options.merge_symmetric,
                   "With --ranks, and of games for one: do not merge symmetric states");
  command.group("Ranks", {"--disk", symmetries});
}

}  // namespace

void add_solve_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("solve", "Solve a game for one or two players exactly");
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
  add_rank_options(*command, arguments->ranks);
  arguments->solving.progress.add_to(
      *command, has_rank_solver()
                    ? "Print progress to standard error: each second, with --ranks each level"
                    : "Print progress to standard error each second");
  arguments->puzzle.add_to(*command);
  command->group("Saved solutions", {"--solution", "--save"});
  arguments->solving.add_limits_to(*command);
  add_json_flag(*command, arguments->json);
  command
      ->add_option("--position-seconds", arguments->position_seconds,
                   "With --method=forward: maximum time for each position; 0: no limit")
      ->check(some_seconds)
      ->type_name("S")
      ->capture_default_str();
  command->group("One position", {"--position-seconds"});
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
