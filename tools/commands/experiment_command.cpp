// tesuji experiment: compares learners on the same games, boards and opponent.
#include "learner/experiments/entrants.h"
#include "learner/experiments/experiment_store.h"
#include "tools/base/command.h"
#include "tools/base/component.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/output_file.h"
#include "tools/options/experiment_options.h"
#include "tools/options/time_limits.h"
#include "tools/play/arena_source.h"
#include "tools/play/experiment_runs.h"
#include "tools/play/solving.h"
#include "tools/reports/learning/experiment_html.h"
#include "tools/reports/learning/experiment_report.h"
#include "tools/reports/learning/learn_progress.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

using learner::ExperimentStore;
using learner::StoredRun;

/// Prints the runs, and writes the requested files; returns the exit code.
int report(std::vector<StoredRun> runs, const ExperimentOutputs& outputs,
           driver::Session& session) {
  const std::vector<ComparedLearners> compared = compare(std::move(runs));
  ir::Diagnostics& diagnostics = session.diagnostics;
  if (outputs.json) {
    print_json(experiment_json(compared));
  } else {
    fmt::print("{}", experiment_text(compared));
  }
  if (!outputs.csv.empty()) {
    static_cast<void>(write_output(outputs.csv, experiment_csv(compared), diagnostics));
  }
  if (!outputs.svg.empty()) {
    static_cast<void>(write_output(outputs.svg, experiment_svg(compared), diagnostics));
  }
  if (!outputs.html.empty()) {
    static_cast<void>(write_output(outputs.html, experiment_html(compared, session), diagnostics));
  }
  print_diagnostics(diagnostics);
  return diagnostics.has_errors() ? exit_code_of(diagnostics) : exit_ok;
}

/// Reads the learners of the command line; without any, uses those of the paper.
bool read_learners(ExperimentArguments& arguments) {
  if (arguments.learners.empty()) {
    for (const learner::NamedLearner& one : learner::named_learners()) {
      const bool fits = arguments.from.empty() || one.takes_advice;
      if (one.is_usual && fits) arguments.learners.push_back(one.name);
    }
  }
  if (const std::string wrong = arguments.arena.wrong_opponent(); !wrong.empty()) {
    print_error(wrong);
    return false;
  }
  for (const std::string& text : arguments.learners) {
    try {
      static_cast<void>(learner::entrant(text));
      const learner::NamedLearner named = learner::named_learner(text);
      if (!arguments.from.empty() && !named.makes_programs) {
        print_error(fmt::format("`{}` makes no program that could be transferred", text));
        return false;
      }
      if (!arguments.from.empty() && !named.takes_advice) {
        print_error(fmt::format("`{}` plays by no program of another game", text));
        return false;
      }
      if (std::count(arguments.learners.begin(), arguments.learners.end(), text) > 1) {
        print_error(fmt::format("--learner: `{}` is there twice", text));
        return false;
      }
    } catch (const learner::WrongEntrant& error) {
      print_error(
          fmt::format("--learner: {}",
                      about_left_out("--learner=" + text.substr(0, text.find(':')), error.what())));
      return false;
    }
  }
  return true;
}

/// Returns the exit code. Throws what ExperimentRuns::play throws, except WrongFile.
int play_and_report(const ExperimentArguments& arguments, driver::Session& session,
                    ExperimentRuns& runs, const driver::LoadedGame& loaded,
                    std::optional<ExperimentProgress>& progress) {
  std::optional<ExperimentAnswers> answers;
  try {
    answers = runs.play(loaded);
  } catch (const WrongFile&) {  // Reported in the diagnostics.
  }
  progress.reset();
  if (!answers) {
    print_diagnostics(session.diagnostics);
    return exit_code_of(session.diagnostics);
  }
  const int code = report(std::move(answers->runs), arguments.outputs, session);
  if (code != exit_ok || answers->missing == 0) return code;
  if (answers->why.empty()) {
    answers->why = runs.is_over() ? fmt::format("{:g} s were not enough (--seconds)",
                                                arguments.arena.solving.seconds)
                                  : "interrupted";
  }
  std::fflush(stdout);
  print_message(arguments.game.path(), ir::Severity::error,
                fmt::format("{} of {} missing: {}", answers->missing,
                            counted(answers->wanted, "run"), answers->why));
  return answers->unfit ? exit_input : exit_limit;
}

int run_experiments(ExperimentArguments& arguments) {
  if (!read_learners(arguments)) return exit_usage;
  arguments.arena.winnable =
      std::any_of(arguments.learners.begin(), arguments.learners.end(),
                  [](const auto& text) { return learner::named_learner(text).needs_wins; });
  LoadingLimit loading(arguments.arena.solving.seconds);
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  std::optional<ExperimentProgress> progress;
  ExperimentWatcher watcher;
  if (arguments.progress.shows()) {
    watcher.begin = [&](const std::string& game, std::size_t runs) {
      progress.emplace(arguments.progress, game, runs);
    };
    watcher.after_run = [&] { progress->after_run(); };
  }
  try {
    ExperimentRuns runs(arguments, arguments.game.driver_options(), session, watcher,
                        loading.end());
    const auto why_stopped = [&] {
      return runs.is_over() ? fmt::format("not solved within {:g} s (--seconds)",
                                          arguments.arena.solving.seconds)
                            : std::string("stopped before the first game");
    };
    return answer_or_reason(
        arguments.game, *loaded, arguments.arena.solving.memory_mib, why_stopped,
        [&] { return play_and_report(arguments, session, runs, *loaded, progress); });
  } catch (const learner::StoreError& error) {
    print_error(fmt::format("error: {}", error.what()));
    return exit_input;
  }
}

struct ReportArguments {
  std::string store;
  ExperimentOutputs outputs;
};

int run_report(ReportArguments& arguments) {
  driver::Session session;
  if (!std::filesystem::exists(arguments.store)) {
    print_error(fmt::format("error: cannot find the file `{}`", arguments.store));
    return exit_input;
  }
  if (std::filesystem::is_regular_file(arguments.store) &&
      std::filesystem::file_size(arguments.store) == 0) {
    print_error(fmt::format("error: `{}` is empty", arguments.store));
    return exit_input;
  }
  try {
    return report(ExperimentStore(arguments.store).runs(), arguments.outputs, session);
  } catch (const learner::StoreError& error) {
    print_error(fmt::format("error: {}", error.what()));
    return exit_input;
  }
}

int list_learners(bool json) {
  Json all = Json::array();
  for (const learner::NamedLearner& one : learner::named_learners()) {
    if (json) {
      all.push_back({{"learner", one.name},
                     {"description", one.what},
                     {"parameters", one.parameters},
                     {"makes_programs", one.makes_programs}});
      continue;
    }
    fmt::print("{:<15} {}\n", one.name, one.what);
    std::string line;
    for (const std::string& parameter : one.parameters) line += " " + parameter;
    if (!line.empty()) fmt::print("{:<15}{}\n", "", line);
  }
  if (json) print_json(all);
  return exit_ok;
}

}  // namespace

void add_experiment_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("experiment", "Compare learners of strategies on the same games");
  command->require_subcommand();
  add_examples(*command, {"tesuji experiment convergence noughts-and-crosses.kif --runs=20",
                          "tesuji experiment transfer noughts-and-crosses.kif --from=hexapawn3.kif",
                          "tesuji experiment report runs.sqlite --html=curves.html"});
  const auto add = [&](const char* name, const char* help,
                       void (*add_options)(Command&, ExperimentArguments&)) {
    Command* one = command->add_subcommand(name, help);
    auto arguments = std::make_shared<ExperimentArguments>();
    arguments->experiment.runs = 20;
    add_options(*one, *arguments);
    one->callback(
        [arguments, &action] { action = [arguments] { return run_experiments(*arguments); }; });
  };
  add("convergence", "Play runs of several learners and compare their regret",
      add_convergence_options);
  add("transfer", "Learn on another game first, and compare with learners that did not",
      add_transfer_options);
  Command* reporting = command->add_subcommand("report", "Report the runs of an SQLite file");
  auto arguments = std::make_shared<ReportArguments>();
  reporting->add_option("STORE", arguments->store, "File of --store")
      ->required()
      ->type_name("FILE");
  arguments->outputs.add_to(*reporting);
  add_examples(*reporting, {"tesuji experiment report runs.sqlite --html=curves.html"});
  reporting->callback(
      [arguments, &action] { action = [arguments] { return run_report(*arguments); }; });
  Command* listing = command->add_subcommand("learners", "List learners and their parameters");
  auto json = std::make_shared<bool>(false);
  add_json_flag(*listing, *json);
  add_examples(*listing, {"tesuji experiment learners"});
  listing->callback([json, &action] { action = [json] { return list_learners(*json); }; });
}

}  // namespace tesuji::tools
