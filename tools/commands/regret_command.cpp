// tesuji regret: computes the cost of a strategy's moves in every state of a game, against the
// exact solution.
#include "tools/base/command.h"

#include "tools/base/json.h"

#include "backend/plugins/make/plugin_strategy.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/search/strategy_regret.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/commands/regret_player.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/solving_options.h"
#include "tools/play/seat.h"
#include "tools/play/solving.h"
#include "tools/reports/regret_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

struct RegretArguments {
  GameOptions game;
  std::string strategy;
  std::string states = "all";
  std::string role;
  std::string csv;
  std::size_t worst = 10;
  SolvingOptions solving;
  PlayerRegretArguments of_player;
  bool measure = false;
  bool json = false;
};

/// The strategy, its name, and its clauses, unless a plugin contains it.
struct NamedStrategy {
  std::string name;
  std::shared_ptr<const runtime::Strategy> strategy;
  std::optional<frontend::Strategy> text{};
};

/// Returns the file's strategy or, without a file, the plugin's own; nothing if none exists
/// (reported).
std::optional<NamedStrategy> find_strategy(RegretArguments& arguments,
                                           const driver::LoadedGame& loaded,
                                           driver::Session& session) {
  if (arguments.strategy.empty() && arguments.measure) {
    session.diagnostics.error({}, "usage", "--measure reads clauses: --strategy=FILE");
    return std::nullopt;
  }
  if (arguments.strategy.empty()) {
    auto own = driver::own_strategy(loaded);
    if (own) return NamedStrategy{own->name, std::move(own->strategy)};
    session.diagnostics.error({}, "usage",
                              "`" + arguments.game.path() + "` has no strategy: --strategy=FILE");
    return std::nullopt;
  }
  auto text = driver::load_strategy(arguments.strategy, session);
  if (!text) return std::nullopt;
  auto strategy = driver::compile_strategy(loaded, *text, arguments.game.driver_options());
  return NamedStrategy{arguments.strategy, std::move(strategy), std::move(text)};
}

/// Returns the role of --role; no_role: both. Nothing if there is no such role (reported).
std::optional<runtime::Role> find_role(const RegretArguments& arguments, const runtime::Game& game,
                                       driver::Session& session) {
  if (arguments.role.empty()) return runtime::no_role;
  const auto roles = game.roles();
  const auto found = std::find(roles.begin(), roles.end(), arguments.role);
  if (found != roles.end()) return static_cast<runtime::Role>(found - roles.begin());
  session.diagnostics.error({}, "usage", "unknown role `" + arguments.role + "`");
  return std::nullopt;
}

/// Measures the states that were judged.
learner::Comprehension measure(const RegretScene& scene, const frontend::Strategy& text,
                               const Solving& solving) {
  std::vector<runtime::State> states;
  for (const runtime::JudgedState& judged : scene.states) states.push_back(judged.state);
  const runtime::Turns turns(scene.game, driver::turn_rule(solving.loaded));
  return learner::measure_comprehension(text.procs, text.order, scene.game, turns, states,
                                        solving.space);
}

/// Judges all states and reports the results.
int judge(RegretArguments& arguments, const Solving& solving) {
  const auto& [loaded, minimax, space, session, end_progress] = solving;
  const runtime::Game& game = *loaded.game;
  const auto role = find_role(arguments, game, session);
  if (!role) return exit_code_of(session.diagnostics);
  const auto strategy = find_strategy(arguments, loaded, session);
  if (!strategy) return exit_code_of(session.diagnostics);
  const auto states = states_to_solve(arguments.states, solving, OverStates::dropped);
  if (!states) return exit_code_of(session.diagnostics);
  RegretScene scene{arguments.game.path(), strategy->name, game, *strategy->strategy, {}, {},
                    arguments.worst};
  runtime::StrategyJudge judge(game, minimax, *strategy->strategy, space);
  for (const ListedState& listed : *states) {
    auto judged = judge.judge(listed.state);
    if (!judged || (*role != runtime::no_role && judged->mover != *role)) continue;
    scene.states.push_back(std::move(*judged));
    if (arguments.states != all_states) scene.lines.push_back(listed.line);
  }
  if (arguments.measure) scene.comprehension = measure(scene, *strategy->text, solving);
  end_progress();
  if (!arguments.csv.empty() &&
      !write_output(arguments.csv, regret_csv(scene), session.diagnostics)) {
    return exit_code_of(session.diagnostics);
  }
  if (arguments.json) {
    print_json(regret_json(scene));
  } else {
    fmt::print("{}", regret_text(scene));
  }
  return exit_ok;
}

/// Judges a player, for which states must be listed or drawn.
int run_player_regret(RegretArguments& arguments) {
  return with_loaded(arguments.game, arguments.solving.seconds, [&](const LoadedSearch& search) {
    return judge_player(search, arguments.game, arguments.solving, arguments.states, arguments.role,
                        arguments.of_player, arguments.worst, arguments.json);
  });
}

int run_regret(RegretArguments& arguments) {
  if (!arguments.of_player.player.empty()) return run_player_regret(arguments);
  return with_minimax(arguments.game, arguments.solving,
                      [&](const Solving& solving) { return judge(arguments, solving); });
}

}  // namespace

void add_regret_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("regret", "Compare a strategy's moves with perfect play in every state");
  auto arguments = std::make_shared<RegretArguments>();
  arguments->game.add_to(*command);
  command
      ->add_option("--strategy", arguments->strategy,
                   "Strategy (.pl); default: the one that a plugin was compiled with")
      ->type_name("FILE");
  command
      ->add_option("--states", arguments->states,
                   "all that play can reach, those of a file, or random:N:MOVES")
      ->type_name("all|FILE")
      ->capture_default_str();
  command->add_option("--role", arguments->role, "Use only states in which this role moves")
      ->type_name("ROLE");
  command->add_option("--worst", arguments->worst, "Number of worst states to print")
      ->check(natural_number)
      ->capture_default_str();
  command->add_option("--csv", arguments->csv, "Write a table with a row for each state")
      ->type_name("FILE");
  declare_output(*command, command->get_option("--csv"), FileKind::table);
  command->add_flag("--measure", arguments->measure,
                    "Measure how well people understand it: text, and work by hand");
  arguments->solving.add_solution_to(*command);
  arguments->solving.add_limits_to(*command);
  command
      ->add_option("--player", arguments->of_player.player,
                   "Judge a player instead of a strategy (as of play)")
      ->check([](const std::string& description) { return check_seat(description); })
      ->type_name("PLAYER")
      ->excludes("--strategy")
      ->excludes("--csv")
      ->excludes("--measure")
      ->excludes("--ties")
      ->excludes("--solution");
  command
      ->add_option("--move-seconds", arguments->of_player.move_seconds,
                   "Time of the player for a move, unless its settings give another")
      ->check(some_seconds)
      ->type_name("S")
      ->default_str("1 (mcts)");
  command
      ->add_option("--position-seconds", arguments->of_player.position_seconds,
                   "Leave out positions that are not solved in so many seconds; 0: none")
      ->check(some_seconds)
      ->type_name("S")
      ->capture_default_str();
  add_json_flag(*command, arguments->json);
  command->group("Output", {"--worst", "--csv"});
  command->group("Limits", {"--memory", "--seconds"});
  command->group("Players", {"--player", "--move-seconds", "--position-seconds"});
  add_examples(*command,
               {"tesuji regret hexapawn3.kif --strategy=hexapawn3.pl",
                "tesuji regret noughts-and-crosses.kif --strategy=noughts.pl --role=o --worst=3",
                "tesuji regret hexapawn3.kif --strategy=hexapawn3.pl --measure",
                "tesuji regret hexapawn3.kif --strategy=hexapawn3.pl --csv=regret.csv",
                "tesuji regret connect-four.kif --player=mcts --states=random:100:24"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_regret(*arguments); }; });
}

}  // namespace tesuji::tools
