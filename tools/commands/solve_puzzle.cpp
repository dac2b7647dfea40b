#include "tools/commands/solve_puzzle.h"

#include "backend/driver/puzzles/solve_puzzle.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/base/terminal.h"
#include "tools/reports/puzzle_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

const std::map<std::string, driver::PuzzleMethod>& methods_by_name() {
  static const std::map<std::string, driver::PuzzleMethod> methods{
      {"asp", driver::PuzzleMethod::asp},
      {"beam", driver::PuzzleMethod::beam},
      {"breadth-first", driver::PuzzleMethod::breadth_first},
      {"sat", driver::PuzzleMethod::sat}};
  return methods;
}

}  // namespace

void PuzzleArguments::add_to(Command& command) {
  std::vector<std::string> names;
  for (const auto& [name, method] : methods_by_name()) names.push_back(name);
  command.add_option("--method", methods, "Search by this method alone, of a game for one player")
      ->type_name("METHOD ...")
      ->check(one_of(names));
  command.add_flag("--shortest", shortest, "Find a line that no shorter one equals");
  command.add_option("--horizon", horizon, "Consider lines of at most so many moves; 0: all")
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--plan", plan, "Write the line to this file, for --after of `position`")
      ->type_name("FILE");
  declare_output(command, command.get_option("--plan"), FileKind::moves);
  command.group("Games for one player", {"--method", "--shortest", "--horizon", "--plan"});
}

bool is_puzzle(const runtime::Game& game) {
  return std::ranges::count_if(game.roles(), [](const std::string& role) {
           return role != runtime::chance_role;
         }) == 1;
}

int solve_puzzle(const LoadedSearch& search, GameOptions& game, const SolvingOptions& limits,
                 const PuzzleArguments& arguments, bool json) {
  const driver::LoadedGame& loaded = search.loaded;
  driver::PuzzleOptions puzzle;
  if (!arguments.methods.empty()) {
    puzzle.methods.clear();
    for (const std::string& name : arguments.methods) {
      puzzle.methods.push_back(methods_by_name().at(name));
    }
  }
  puzzle.shortest = arguments.shortest;
  puzzle.horizon = arguments.horizon;
  puzzle.memory_bytes = limits.memory_mib << 20U;
  puzzle.seconds = search.limit.seconds_left();
  puzzle.stop = &search.limit.flag();
  std::optional<ProgressLine> progress(std::in_place, "solve", limits.progress);
  puzzle.progress = [&](const std::string& what) { progress->begin(what); };
  return answer_or_reason(
      game, loaded, limits.memory_mib, [] { return std::string("stopped"); }, [&] {
        PuzzleScene scene{game.path(), *loaded.game,
                          driver::solve_puzzle(game.path(), loaded, game.driver_options(), puzzle,
                                               search.session),
                          arguments.horizon};
        progress.reset();
        if (json) {
          print_json(puzzle_json(scene));
        } else {
          fmt::print("{}", puzzle_text(scene));
        }
        if (!arguments.plan.empty() && scene.solved.best &&
            !write_output(arguments.plan, line_text(scene), search.session.diagnostics)) {
          print_diagnostics(search.session.diagnostics);
          return exit_code_of(search.session.diagnostics);
        }
        return scene.solved.is_solved() ? int{exit_ok} : int{exit_limit};
      });
}

}  // namespace tesuji::tools
