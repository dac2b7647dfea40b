// tesuji run: chains production rules forward over a working memory.
#include "backend/driver/production.h"
#include "ir/agenda_premises.h"
#include "ir/text.h"
#include "passes/maintain.h"
#include "runtime/host/game.h"
#include "tools/agenda_report.h"
#include "tools/cache_options.h"
#include "tools/choice_option.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/number_checks.h"
#include "tools/output_file.h"
#include "tools/outputs.h"
#include "tools/profile_file.h"
#include "tools/report.h"
#include "tools/rules_ordering.h"
#include "tools/run_sequence.h"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

struct RunArguments {
  std::string path;
  std::vector<std::string> facts;
  RulesOrdering ordering;
  std::string profile;
  driver::ProductionEngine engine = driver::ProductionEngine::interpreter;
  runtime::ProductionLimits limits;
  PipelineFlags pipeline;
  CacheOptions cache;
  std::size_t repeat = 1;
  bool time = false;
  bool all_facts = false;
  bool counts = false;
  bool emit = false;
  bool json = false;
  std::string sequence;
  driver::Incremental incremental = driver::Incremental::automatic;
};

/// CPU seconds of this process.
struct RunTimes {
  double compile = 0;
  double median = 0;  ///< of the runs
  double fastest = 0;
  /// Median without counting trials; nothing unless a profile is timed in native code.
  std::optional<double> uncounted;
};

double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Whether anybody asks how often premises are tried.
bool shows_trials(const RunArguments& arguments) {
  return arguments.counts || arguments.json || !arguments.profile.empty() ||
         arguments.limits.nodes != runtime::ProductionLimits{}.nodes;
}

/// Whether the rules are to be run in the order of the text unless another one is asked for: counts
/// and limits are of the rules as written, agendas in IR are what passes have made, and the
/// reference chainer is to share nothing with passes.
bool is_as_written(const RunArguments& arguments) {
  return shows_trials(arguments) || driver::is_ir_path(arguments.path) ||
         arguments.engine == driver::ProductionEngine::reference;
}

/// Runs the rules `repeat` times, each time from the same facts; seconds of a run, ascending.
/// Runs shorter than the clock is fine are timed in batches of a hundredth of all.
std::vector<double> time_runs(const runtime::ProductionSystem& system,
                              const runtime::Facts& initial, const RunArguments& arguments,
                              runtime::ProductionResult& result) {
  const std::size_t batch = std::max<std::size_t>(arguments.repeat / 100, 1);
  std::vector<double> seconds;
  for (std::size_t done = 0; done < arguments.repeat; done += batch) {
    const std::clock_t before = std::clock();
    for (std::size_t i = 0; i < batch; ++i) result = system.run(initial, arguments.limits);
    seconds.push_back(seconds_since(before) / static_cast<double>(batch));
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

runtime::ProductionResult timed_runs(const std::shared_ptr<const ir::Module>& module,
                                     RunArguments& arguments, RunTimes& times) {
  const auto cache = arguments.cache.open(arguments.pipeline.times());
  const std::clock_t start = std::clock();
  const auto system =
      driver::compile_rules(module, arguments.engine, shows_trials(arguments), cache);
  times.compile = seconds_since(start);
  const runtime::Facts initial = driver::initial_facts(*module);
  runtime::ProductionResult result;
  const std::vector<double> seconds = time_runs(*system, initial, arguments, result);
  times.median = seconds[seconds.size() / 2];
  times.fastest = seconds[0];
  // Without counts nothing stops a run at a limit.
  const bool whole = result.end == runtime::ProductionEnd::fixpoint;
  if (arguments.time && !arguments.profile.empty() && whole &&
      arguments.engine == driver::ProductionEngine::native) {
    const auto bare = driver::compile_rules(module, arguments.engine, false, cache);
    runtime::ProductionResult same;
    const std::vector<double> without = time_runs(*bare, initial, arguments, same);
    times.uncounted = without[without.size() / 2];
  }
  return result;
}

int report(const ir::Module& module, const runtime::ProductionResult& result, const RunTimes& times,
           const RunArguments& arguments) {
  if (arguments.json) {
    Json json = to_json(module, result);
    if (arguments.time) {
      json["seconds"] = {
          {"compile", times.compile}, {"run", times.median}, {"fastest", times.fastest}};
      if (times.uncounted) json["seconds"]["uncounted"] = *times.uncounted;
    }
    if (arguments.all_facts) json["memory"] = fact_texts(module, result.memory);
    print_json(json);
  } else {
    const runtime::Facts& facts = arguments.all_facts ? result.memory : result.deduced;
    for (const std::string& fact : fact_texts(module, facts)) fmt::print("{}.\n", fact);
    if (arguments.counts) print_counts(module, result);
    if (arguments.time) {
      fmt::print("compiled in {:.6f} s, run in {:.9f} s (median; fastest {:.9f} s)\n",
                 times.compile, times.median, times.fastest);
      if (times.uncounted) {
        fmt::print("{:.9f} s without counting trials: counting costs {:.1f} %\n", *times.uncounted,
                   100 * (times.median / *times.uncounted - 1));
      }
    }
  }
  if (result.end == runtime::ProductionEnd::fixpoint) return exit_ok;
  std::fflush(stdout);
  fmt::print(stderr, "tesuji: error: {}\n",
             why_stopped(result.end, result.rounds, arguments.limits));
  return stop_code(result.end);
}

/// The rules and the facts to start with, and the steps of --sequence.
std::optional<driver::RuleSequence> load(const RunArguments& arguments, driver::Session& session) {
  if (!arguments.sequence.empty()) {
    return driver::load_sequence(arguments.path, arguments.facts, arguments.sequence, session);
  }
  auto module = driver::load_rules(arguments.path, arguments.facts, session);
  if (!module) return std::nullopt;
  return driver::RuleSequence{std::move(*module), {}};
}

/// The rules as they are run: those that keep a sequence's facts up to date, if any.
void print_rules(const ir::Module& module, const RunArguments& arguments) {
  const bool updates = !arguments.sequence.empty() && ir::add_only(module) &&
                       arguments.incremental != driver::Incremental::never &&
                       arguments.engine != driver::ProductionEngine::reference;
  fmt::print("{}", ir::print(updates ? passes::maintenance_rules(module).module : module));
}

int run_rules(RunArguments& arguments) {
  driver::Session session;
  auto loaded = load(arguments, session);
  const bool ready = loaded && arguments.ordering.apply(loaded->module, is_as_written(arguments),
                                                        arguments.pipeline, session);
  arguments.pipeline.finish();
  print_diagnostics(session.diagnostics);
  if (!ready) return exit_code_of(session.diagnostics, driver::is_ir_path(arguments.path));

  if (arguments.emit) {
    print_rules(loaded->module, arguments);
    return exit_ok;
  }
  if (!arguments.sequence.empty()) {
    return run_sequence(*loaded, {.engine = arguments.engine,
                                  .mode = arguments.incremental,
                                  .cache = arguments.cache.open(arguments.pipeline.times()),
                                  .limits = arguments.limits,
                                  .repeat = arguments.repeat,
                                  .time = arguments.time,
                                  .counts = arguments.counts,
                                  .json = arguments.json});
  }
  const auto module = std::make_shared<const ir::Module>(std::move(loaded->module));
  RunTimes times;
  const runtime::ProductionResult result = timed_runs(module, arguments, times);
  // Before the facts are printed: whoever reads these may have gone by the end.
  const bool written =
      arguments.profile.empty() ||
      write_output(arguments.profile, json_text(profile_to_json(*module, result), 1),
                   session.diagnostics);
  const int code = report(*module, result, times, arguments);
  if (written) return code;
  print_diagnostics(session.diagnostics);
  return exit_input;
}

}  // namespace

void add_run_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("run", "Chain production rules forward");
  auto arguments = std::make_shared<RunArguments>();
  command->add_option("RULES", arguments->path, "Production rules (.rules) or agendas (.tir)")
      ->required();
  command
      ->add_option("--facts", arguments->facts,
                   "The facts to start with: Prolog or s-expressions; several files are read "
                   "one after the other")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_choice<driver::ProductionEngine>(
      *command, "--engine", arguments->engine,
      {{"interpreter", driver::ProductionEngine::interpreter},
       {"native", driver::ProductionEngine::native},
       {"reference", driver::ProductionEngine::reference}},
      "interpreter, native code, or reference: plain lists, independent of the compiler")
      ->type_name("ENGINE")
      ->default_str("interpreter");
  arguments->ordering.add_to(*command);
  CLI::Option* sequence =
      command
          ->add_option("--sequence", arguments->sequence,
                       "Go on from the facts step by step, as this file changes them")
          ->type_name("FILE");
  add_choice<driver::Incremental>(*command, "--incremental", arguments->incremental,
                                  {{"auto", driver::Incremental::automatic},
                                   {"always", driver::Incremental::always},
                                   {"never", driver::Incremental::never}},
                                  "Update what a step's changes concern: where it is cheaper than "
                                  "running the rules anew (auto), always, never")
      ->type_name("MODE")
      ->default_str("auto")
      ->needs(sequence);
  command
      ->add_option("--profile", arguments->profile,
                   "Write how often each premise was tried and matched, for `tesuji metarules`; "
                   "where a limit was reached, until then")
      ->excludes(sequence)
      ->type_name("FILE");
  command->add_option("--max-trials", arguments->limits.nodes, "Stop after so many trials")
      ->check(natural_number)
      ->type_name("N");
  command->add_option("--max-rounds", arguments->limits.rounds, "Stop after so many rounds")
      ->check(natural_number)
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--max-removals", arguments->limits.removals,
                   "Stop where one run of a rule removes more facts")
      ->check(natural_number)
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--repeat", arguments->repeat, "Run so many times, from the same facts")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str()
      ->type_name("N");
  command->add_flag("--time", arguments->time,
                    "Print CPU seconds of compiling and of a run (median over --repeat)");
  command->add_flag("--counts", arguments->counts, "Print how often each premise was tried");
  command
      ->add_flag("--all-facts", arguments->all_facts,
                 "Print the whole memory, not only what was deduced")
      ->excludes(sequence);
  command->add_flag("--emit-agendas", arguments->emit, "Print the rules as IR instead of running");
  add_json_flag(*command, arguments->json);
  arguments->cache.add_to(*command);
  arguments->pipeline.add_to(*command);
  declare_output(*command, command->get_option("--profile"), FileKind::profile);
  add_examples(*command,
               {"tesuji run connect.rules --facts position.pl --counts",
                "tesuji run connect.rules --facts position.pl --synthesise --counts",
                "tesuji run connect.rules --facts position.pl --passes=insert-absent --json",
                "tesuji run connect.rules --facts position.pl --sequence game.changes --json"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_rules(*arguments); }; });
}

}  // namespace tesuji::tools
