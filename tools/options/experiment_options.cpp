#include "tools/options/experiment_options.h"

#include "tools/base/outputs.h"
#include "tools/options/number_checks.h"

namespace tesuji::tools {

namespace {

void add_common_options(Command& command, ExperimentArguments& arguments) {
  learner::ExperimentOptions& experiment = arguments.experiment;
  command
      .add_option("--learner", arguments.learners,
                  "NAME or NAME:KEY=VALUE,..; once for each; see tesuji experiment learners")
      ->type_name("LEARNER");
  command.add_option("--runs", experiment.runs, "Number of runs of each learner; run i: seed + i")
      ->check(in_range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--games", experiment.games, "Number of games in a run")
      ->check(positive_number)
      ->capture_default_str();
  command.add_option("--seed", experiment.seed, "Seed of start boards and random moves")
      ->check(natural_number)
      ->capture_default_str();
  command.add_option("--threads", experiment.threads, "Number of runs at the same time")
      ->check(in_range(1, 1024))
      ->capture_default_str();
  command
      .add_option("--store", arguments.store,
                  "SQLite file of runs: those that it has are not played again")
      ->type_name("FILE");
  arguments.arena.add_boards_to(command);
  command.add_flag("--in-order", experiment.in_order,
                   "Use the start boards in order, not at random");
  arguments.arena.add_opponent_to(command);
  arguments.arena.solving.add_solution_to(command);
  arguments.arena.solving.add_limits_to(command, "Memory for states in MiB, for each thread",
                                        "Stop after so many seconds; complete runs are kept");
  arguments.progress.add_to(command);
  arguments.outputs.add_to(command);
  command.group("Start boards and opponent",
                {"--boards", "--in-order", "--opponent", "--unsolved", "--ties", "--solution"});
  command.group("Limits", {"--memory", "--seconds"});
  command.group("Output", {"--csv", "--svg", "--html"});
}

}  // namespace

void ExperimentOutputs::add_to(Command& command) {
  command.add_option("--csv", csv, "Write a table with a row for each game of each run")
      ->type_name("FILE");
  command.add_option("--svg", svg, "Draw mean regret with its standard error, and processor time")
      ->type_name("FILE");
  command.add_option("--html", html, "Write a page with curves, tables and learned rules in words")
      ->type_name("FILE");
  declare_output(command, command.get_option("--csv"), FileKind::table);
  declare_output(command, command.get_option("--svg"), FileKind::picture);
  declare_output(command, command.get_option("--html"), FileKind::report);
  add_json_flag(command, json);
}

void add_convergence_options(Command& command, ExperimentArguments& arguments) {
  arguments.game.add_to(command);
  add_common_options(command, arguments);
  add_examples(
      command,
      {"tesuji experiment convergence noughts-and-crosses.kif --runs=20 --html=curves.html",
       "tesuji experiment convergence hexapawn3.kif --learner=q:rate=0.5 --learner=her --games=100",
       "tesuji experiment convergence hexapawn3.kif --runs=1000 --threads=2 --store=runs.sqlite"});
}

void add_transfer_options(Command& command, ExperimentArguments& arguments) {
  arguments.game.add_to(command);
  command
      .add_option("--from", arguments.from,
                  "Rulesheet of the game on which each run learns a strategy first")
      ->required()
      ->type_name("RULESHEET");
  command.add_option("--from-games", arguments.from_games, "Number of games on that")
      ->check(positive_number)
      ->capture_default_str();
  add_common_options(command, arguments);
  add_examples(command,
               {"tesuji experiment transfer noughts-and-crosses.kif --from=hexapawn3.kif --runs=20",
                "tesuji experiment transfer hexapawn4.kif --from=noughts-and-crosses.kif "
                "--from-games=200 --html=transfer.html"});
}

}  // namespace tesuji::tools
