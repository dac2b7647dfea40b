#include "tools/options/learn_options.h"

#include "tools/base/outputs.h"
#include "tools/options/choice_option.h"
#include "tools/options/number_checks.h"
#include "tools/options/ties_option.h"

namespace tesuji::tools {

void add_learn_options(Command& command, LearnArguments& arguments) {
  learner::ExperimentOptions& experiment = arguments.experiment;
  arguments.game.add_to(command);
  Option* learner =
      command
          .add_option("--learner", arguments.learner,
                      "migo-mixed: wins and draws at once; migo-separated: draws when the wins "
                      "have been stable")
          ->check(one_of({"migo-mixed", "migo-separated"}))
          ->capture_default_str();
  command.add_option("--games", experiment.games, "How many games to play in a run")
      ->check(positive_number)
      ->capture_default_str();
  Option* seed =
      command.add_option("--seed", experiment.seed, "Seed of start boards and random moves")
          ->check(natural_number)
          ->capture_default_str();
  Option* runs = command
                     .add_option("--runs", experiment.runs,
                                 "How many runs, each with the next seed; told are curves "
                                 "and their mean")
                     ->check(positive_number)
                     ->capture_default_str();
  command.add_option("--threads", experiment.threads, "How many runs at a time")
      ->check(in_range(1, 1024))
      ->capture_default_str();
  Option* boards =
      command
          .add_option("--boards", arguments.boards,
                      "Where games start: `symmetric` (after one move of each role, one of those "
                      "that are symmetric to each other), `all` (those of them), `initial`, or "
                      "states of a file")
          ->type_name("WHICH|FILE")
          ->capture_default_str();
  add_ties_option(command, arguments.ties);
  command
      .add_option("--solution", arguments.solution,
                  "The game's solution, as `solve --save` wrote it, instead of searching")
      ->type_name("FILE");
  Option* in_order = command.add_flag("--in-order", experiment.in_order,
                                      "Start boards one after the other, not at random");
  Option* levels =
      command
          .add_option("--levels", experiment.levels,
                      "Wins are learned to two less, draws to one less; by default enough for "
                      "all start boards")
          ->check(in_range(3, 10'000));
  Option* stability =
      command
          .add_option("--stability", experiment.stability,
                      "migo-separated: games in which the wins stay the same before draws are "
                      "learned; by default 5 for 3 levels, 10 for 5, 15 for 9")
          ->check(in_range(1, 1'000'000));
  Option* clauses = command
                        .add_option("--max-clauses", experiment.migo.learning.max_clauses,
                                    "Of a definition, with what it invents")
                        ->check(in_range(1, 100))
                        ->capture_default_str();
  Option* steps =
      command
          .add_option("--max-proof-steps", experiment.migo.learning.max_steps,
                      "Steps of one search; what needs more is not learned; 0: no limit")
          ->check(natural_number)
          ->transform(or_no_limit)
          ->capture_default_str();
  Option* refute =
      command.add_flag("--refute", experiment.migo.learning.refute,
                       "Beyond MIGO: learn from moves that are known not to work, too");
  Option* from =
      command
          .add_option(
              "--from", arguments.from,
              "Play by this strategy as long as nothing of the same name is learned (transfer)")
          ->type_name("FILE.pl");
  Option* resume =
      command.add_option("--resume", arguments.resume, "Go on from a run that --save kept")
          ->type_name("FILE");
  for (Option* other : {learner, seed, runs, boards, in_order, levels, stability, refute, clauses,
                        steps, from, command.get_option("--ties")}) {
    resume->excludes(other);
  }
  command.add_option("--save", arguments.save, "Keep the run, to go on from it; also if it is cut")
      ->type_name("FILE")
      ->excludes(runs);
  command
      .add_option("--memory", arguments.memory_mib, "MiB for states, for each thread; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit_mib)
      ->capture_default_str();
  command.add_option("--seconds", arguments.seconds, "End after so many seconds; 0: never")
      ->check(some_seconds)
      ->capture_default_str();
  add_choice(command, "--emit", arguments.form, strategy_forms,
             "The strategy as a program (`prolog`), read in words, or as a diagram of its calls");
  command
      .add_option("-o,--output", arguments.output,
                  "Write the strategy to this file, and the curve to standard output")
      ->type_name("FILE");
  command
      .add_option("--csv", arguments.csv,
                  "Write a row for each game of each run: outcome, moves, regret so far")
      ->type_name("FILE");
  command
      .add_option("--svg", arguments.svg,
                  "Draw cumulative regret by game, of each run and in the mean")
      ->type_name("FILE");
  declare_output(command, command.get_option("--csv"), FileKind::table);
  declare_output(command, command.get_option("--svg"), FileKind::picture);
  declare_output(command, command.get_option("--save"), FileKind::run);
  declare_output(command, command.get_option("--output"), [&arguments] {
    return arguments.form == StrategyForm::prolog  ? FileKind::clauses
           : arguments.form == StrategyForm::words ? FileKind::words
                                                   : FileKind::diagram;
  });
  command.add_flag("--progress", arguments.progress,
                   "Tell about progress on standard error, even if that is no terminal");
  add_json_flag(command, arguments.json);
  add_examples(command,
               {"tesuji learn noughts-and-crosses.kif -o noughts.pl",
                "tesuji learn hexapawn3.kif --learner=migo-separated --games=100 --runs=40 --json",
                "tesuji learn hexapawn3.kif --games=100 --runs=40 --csv=runs.csv --svg=runs.svg",
                "tesuji learn hexapawn4.kif --from=noughts.pl --save=run.json",
                "tesuji learn hexapawn4.kif --resume=run.json --games=400 --emit=words"});
}

}  // namespace tesuji::tools
