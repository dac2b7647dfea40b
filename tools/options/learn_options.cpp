#include "tools/options/learn_options.h"

#include "tools/base/outputs.h"
#include "tools/options/choice_option.h"
#include "tools/options/number_checks.h"

namespace tesuji::tools {

void add_learn_options(Command& command, LearnArguments& arguments) {
  learner::ExperimentOptions& experiment = arguments.experiment;
  arguments.game.add_to(command);
  Option* learner =
      command
          .add_option("--learner", arguments.learner,
                      "migo-mixed, migo-separated (wins first) or tesuji (looks ahead)")
          ->type_name("LEARNER")
          ->capture_default_str();
  command.add_option("--games", experiment.games, "Number of games in a run")
      ->check(positive_number)
      ->capture_default_str();
  Option* seed =
      command.add_option("--seed", experiment.seed, "Seed of start boards and random moves")
          ->check(natural_number)
          ->capture_default_str();
  Option* runs =
      command
          .add_option("--runs", experiment.runs,
                      "Number of runs; run i uses seed + i. Prints each curve and the mean")
          ->check(positive_number)
          ->capture_default_str();
  command.add_option("--threads", experiment.threads, "Number of runs at the same time")
      ->check(in_range(1, 1024))
      ->capture_default_str();
  Option* boards = arguments.arena.add_boards_to(command);
  arguments.arena.add_opponent_to(command);
  arguments.arena.solving.add_solution_to(command);
  Option* in_order = command.add_flag("--in-order", experiment.in_order,
                                      "Use the start boards in order, not at random");
  Option* levels =
      command
          .add_option("--levels", arguments.migo.levels,
                      "Learn wins to two levels less, draws to one less; default: by boards")
          ->check(in_range(3, 10'000));
  Option* stability =
      command
          .add_option("--stability", arguments.migo.stability,
                      "migo-separated: games with unchanged wins before draws are learned")
          ->check(in_range(1, 1'000'000));
  Option* clauses = command
                        .add_option("--max-clauses", arguments.migo.migo.learning.max_clauses,
                                    "Maximum number of clauses of a definition, with invented ones")
                        ->check(in_range(1, 100))
                        ->capture_default_str();
  Option* steps = command
                      .add_option("--max-proof-steps", arguments.migo.migo.learning.max_steps,
                                  "Maximum number of proof steps of one search; 0: no limit")
                      ->check(natural_number)
                      ->transform(or_no_limit)
                      ->capture_default_str();
  Option* refute = command.add_flag("--refute", arguments.migo.migo.learning.refute,
                                    "Learn also from moves that are known to fail (beyond MIGO)");
  Option* fluents =
      command.add_flag("--fluents", arguments.migo.migo.learning.fluents,
                       "Let definitions test fluents of a state, cell(B,1,1,x); with --refute");
  Option* from =
      command
          .add_option("--from", arguments.from,
                      "Play by this strategy where nothing of that name is learned (transfer)")
          ->type_name("FILE.pl");
  Option* resume =
      command.add_option("--resume", arguments.resume, "Continue a run that --save wrote")
          ->type_name("FILE");
  for (Option* other : {learner, seed, runs, boards, in_order, levels, stability, refute, fluents,
                        clauses, steps, from, command.get_option("--ties"),
                        command.get_option("--opponent"), command.get_option("--unsolved")}) {
    resume->excludes(other);
  }
  command
      .add_option("--save", arguments.save,
                  "Write the run to this file, to continue it later; also if it is cut")
      ->type_name("FILE")
      ->excludes(runs)
      ->excludes(fluents);
  arguments.arena.solving.add_limits_to(command, "Memory for states in MiB, for each thread",
                                        "Stop after so many seconds");
  add_choice(command, "--emit", arguments.form, strategy_forms,
             "Form of the strategy: prolog, words, or dot (diagram of calls)")
      ->type_name("FORM")
      ->default_str("prolog");
  command
      .add_option("-o,--output", arguments.output,
                  "Write the strategy to this file, and the curve to standard output")
      ->type_name("FILE");
  command.add_option("--csv", arguments.csv, "Write a table with a row for each game of each run")
      ->type_name("FILE");
  command.add_option("--svg", arguments.svg, "Draw the cumulative regret of each run and the mean")
      ->type_name("FILE");
  declare_output(command, command.get_option("--csv"), FileKind::table);
  declare_output(command, command.get_option("--svg"), FileKind::picture);
  declare_output(command, command.get_option("--save"), FileKind::run);
  declare_output(command, command.get_option("--output"), [&arguments] { return arguments.form; });
  command.add_flag("--measure", arguments.measure,
                   "Measure how well people understand the strategy: text, and work by hand");
  arguments.progress.add_to(command);
  add_json_flag(command, arguments.json);
  command.group("Start boards and opponent",
                {"--in-order", "--opponent", "--unsolved", "--ties", "--solution"});
  command.group("Programs",
                {"--levels", "--stability", "--max-clauses", "--refute", "--fluents", "--from"});
  command.group("Limits", {"--max-proof-steps", "--memory", "--seconds"});
  command.group("Saved runs", {"--save", "--resume"});
  command.group("Output", {"--emit", "--measure", "--csv", "--svg"});
  add_examples(command,
               {"tesuji learn noughts-and-crosses.kif -o noughts.pl",
                "tesuji learn hexapawn3.kif --learner=migo-separated --games=100 --runs=40 --json",
                "tesuji learn hexapawn3.kif --games=100 --runs=40 --csv=runs.csv --svg=runs.svg",
                "tesuji learn hexapawn4.kif --learner=tesuji --games=20 --emit=words",
                "tesuji learn hexapawn4.kif --from=noughts.pl --save=run.json",
                "tesuji learn hexapawn4.kif --resume=run.json --games=400 --emit=words"});
}

}  // namespace tesuji::tools
