// tesuji run: chains production rules forward over a working memory.
#include "backend/rules/production.h"

#include "backend/rules/computed_numbers.h"
#include "backend/rules/rule_strata.h"
#include "frontend/rules/csv_facts.h"
#include "ir/module/agenda_premises.h"
#include "ir/text/text.h"
#include "passes/clauses/rule_strata.h"
#include "passes/plans/maintain.h"
#include "runtime/host/game/stop.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/options/cache_options.h"
#include "tools/options/choice_option.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/rules_options.h"
#include "tools/options/time_limits.h"
#include "tools/reports/agenda_report.h"
#include "tools/reports/profile_file.h"
#include "tools/reports/run_csv.h"
#include "tools/reports/run_sequence.h"
#include "tools/reports/run_why.h"

#include <fmt/format.h>

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
  FactsOptions facts;
  RulesOrdering ordering;
  std::string profile;
  driver::ProductionEngine engine = driver::ProductionEngine::interpreter;
  runtime::ProductionLimits limits;
  std::uint64_t memory_mib = 8192;
  double seconds = 0;
  PipelineFlags pipeline;
  CacheOptions cache;
  std::size_t repeat = 1;
  bool time = false;
  bool all_facts = false;
  bool counts = false;
  bool emit = false;
  bool json = false;
  std::vector<std::string> csv;
  std::string why;
  Semantics semantics = Semantics::ordered;
  std::string sequence;
  driver::Incremental incremental = driver::Incremental::automatic;
};

/// Executable rules.
struct ReadyRules {
  std::shared_ptr<const ir::Module> module;  ///< all of them
  std::vector<driver::RuleStratum> strata;   ///< empty: in the order of the text
};

/// CPU seconds of this process.
struct RunTimes {
  double compile = 0;
  double median = 0;  ///< of the runs
  double fastest = 0;
  /// Median without counting trials; nothing unless native code is timed for a profile.
  std::optional<double> uncounted;
};

double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Whether the output needs counts of trials.
bool shows_trials(const RunArguments& arguments) {
  return arguments.counts || arguments.json || !arguments.profile.empty() ||
         arguments.limits.nodes != runtime::ProductionLimits{}.nodes;
}

/// Whether rules run in the order of the text by default: if counts or limits refer to the rules as
/// written, if agendas in IR result from passes, or if the reference chainer is used, which must
/// not share passes with other engines.
bool is_as_written(const RunArguments& arguments) {
  return shows_trials(arguments) || driver::is_ir_path(arguments.path) ||
         arguments.engine == driver::ProductionEngine::reference;
}

/// Runs the rules `repeat` times, each time from the same facts; returns the seconds of each run,
/// ascending. Batches runs that are shorter than the clock's resolution to a hundredth of all.
std::vector<double> time_runs(const runtime::ProductionSystem& system,
                              const runtime::Facts& initial, const RunArguments& arguments,
                              const TimeLimit& limit, runtime::ProductionResult& result) {
  const std::size_t batch = std::max<std::size_t>(arguments.repeat / 100, 1);
  std::vector<double> seconds;
  for (std::size_t done = 0; done < arguments.repeat; done += batch) {
    const std::clock_t before = std::clock();
    for (std::size_t i = 0; i < batch && !limit.flag(); ++i) {
      result = system.run(initial, arguments.limits);
    }
    seconds.push_back(seconds_since(before) / static_cast<double>(batch));
    if (limit.flag()) break;
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

std::unique_ptr<runtime::ProductionSystem> compile(
    const ReadyRules& rules, const RunArguments& arguments, bool count_trials,
    const std::shared_ptr<object_cache::ObjectCache>& cache) {
  if (rules.strata.empty()) {
    return driver::compile_rules(rules.module, arguments.engine, count_trials, cache);
  }
  return driver::chain_strata(rules.strata, [&](const driver::RuleStratum& stratum) {
    return driver::compile_rules(stratum.module, arguments.engine, count_trials, cache);
  });
}

runtime::ProductionResult timed_runs(const ReadyRules& rules, RunArguments& arguments,
                                     const TimeLimit& limit, RunTimes& times) {
  const auto cache = arguments.cache.open(arguments.pipeline.times());
  const std::clock_t start = std::clock();
  const auto system = compile(rules, arguments, shows_trials(arguments), cache);
  times.compile = seconds_since(start);
  const runtime::Facts initial = driver::initial_facts(*rules.module);
  const runtime::StopScope scope(&limit.flag());
  runtime::ProductionResult result;
  const std::vector<double> seconds = time_runs(*system, initial, arguments, limit, result);
  times.median = seconds[seconds.size() / 2];
  times.fastest = seconds[0];
  // Without counts no limit stops a run.
  const bool whole = result.end == runtime::ProductionEnd::fixpoint;
  if (arguments.time && !arguments.profile.empty() && whole &&
      arguments.engine == driver::ProductionEngine::native) {
    const auto bare = compile(rules, arguments, false, cache);
    runtime::ProductionResult same;
    const std::vector<double> without = time_runs(*bare, initial, arguments, limit, same);
    times.uncounted = without[without.size() / 2];
  }
  return result;
}

/// `facts`: those to print.
int report(const ir::Module& module, const runtime::ProductionResult& result,
           const runtime::Facts& facts, const RunTimes& times, const RunArguments& arguments) {
  if (arguments.json) {
    Json json = to_json(module, result);
    if (arguments.time) {
      json["seconds"] = {
          {"compile", times.compile}, {"run", times.median}, {"fastest", times.fastest}};
      if (times.uncounted) json["seconds"]["uncounted"] = *times.uncounted;
    }
    if (arguments.all_facts) json["memory"] = fact_texts(module, facts);
    print_json(json);
  } else {
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
  print_error(why_stopped(result.end, result.rounds, arguments.limits));
  return stop_code(result.end);
}

/// Loads the rules and the initial facts, and the steps of --sequence.
std::optional<driver::RuleSequence> load(const RunArguments& arguments, driver::Session& session) {
  if (!arguments.sequence.empty()) {
    return driver::load_sequence(arguments.path, arguments.facts.files, arguments.sequence, session,
                                 arguments.facts.csv_header);
  }
  auto module = driver::load_rules(arguments.path, arguments.facts.files, session, {},
                                   arguments.facts.csv_header);
  if (!module) return std::nullopt;
  return driver::RuleSequence{std::move(*module), {}};
}

/// Prints the executed rules, including those that keep a sequence's facts up to date, if any.
void print_rules(const ir::Module& module, const RunArguments& arguments) {
  const bool updates = !arguments.sequence.empty() && ir::can_maintain(module) &&
                       arguments.incremental != driver::Incremental::never &&
                       arguments.engine != driver::ProductionEngine::reference;
  fmt::print("{}", ir::print(updates ? passes::maintenance_rules(module).module : module));
}

/// Warns once if facts that premises require to be absent may still be added: then the result
/// depends on the order of the rules.
void warn_of_order(const ir::Module& module, ir::Diagnostics& diagnostics) {
  const auto premises = passes::premises_that_order_decides(module);
  if (premises.empty()) return;
  const passes::OrderedPremise& first = premises.front();
  const std::string more =
      premises.size() == 1
          ? ""
          : fmt::format("; so it is with {}", counted(premises.size() - 1, "more premise"));
  ir::Diagnostic& warning = diagnostics.warning(
      first.premise, "order",
      fmt::format(
          "the order of the rules decides what they deduce: rule {} may add `{}` after this "
          "was found absent{}",
          module.agendas[first.adder].name, module.relations[first.relation].name, more));
  warning.notes.push_back({first.conclusion, "such a fact is added here"});
  if (first.cause != first.adder) {
    const ir::Agenda& cause = module.agendas[first.cause];
    warning.notes.push_back(
        {cause.span, fmt::format("rule {}, which leads to it, runs later or again", cause.name)});
  }
  ir::Diagnostics unused(diagnostics.sources());
  if (passes::stratify_rules(module, unused)) {
    warning.notes.push_back({{}, "with --semantics=stratified no order matters"});
  }
}

/// Orders premises as requested, with --semantics=stratified stratum by stratum; returns false if
/// something is wrong (reported).
bool prepare(RunArguments& arguments, ir::Module& module, std::vector<driver::RuleStratum>& strata,
             driver::Session& session) {
  const bool as_written = is_as_written(arguments);
  // --why needs the premises as they were read.
  const bool ordered = arguments.why.empty();
  if (arguments.semantics == Semantics::ordered) {
    warn_of_order(module, session.diagnostics);
    return !ordered || arguments.ordering.apply(module, as_written, arguments.pipeline, session);
  }
  const auto numbers = passes::stratify_rules(module, session.diagnostics);
  if (!numbers) return false;
  strata = driver::split_rules(module, *numbers);
  for (const driver::RuleStratum& stratum : strata) {
    if (ordered &&
        !arguments.ordering.apply(*stratum.module, as_written, arguments.pipeline, session)) {
      return false;
    }
  }
  module = driver::join_rules(module, strata);
  return true;
}

/// Whether the options are compatible (reports if not).
bool check_options(const RunArguments& arguments, driver::Session& session) {
  if (arguments.semantics != Semantics::stratified) return true;
  if (arguments.sequence.empty() && !arguments.emit) return true;
  session.diagnostics.error({}, "usage",
                            fmt::format("--semantics=stratified is not for {}",
                                        arguments.emit ? "--emit-agendas" : "--sequence"));
  return false;
}

/// Returns the module for reading the run's facts.
std::shared_ptr<const ir::Module> with_numbers_of(std::shared_ptr<const ir::Module> module,
                                                  const runtime::ProductionResult& result) {
  if (result.computed.empty()) return module;
  return std::make_shared<const ir::Module>(driver::with_numbers(*module, result.computed));
}

int run_rules(RunArguments& arguments) {
  driver::Session session;
  arguments.limits.bytes = memory_bytes(arguments.memory_mib);
  std::optional<driver::RuleSequence> loaded;
  std::vector<driver::RuleStratum> strata;
  if (check_options(arguments, session)) loaded = load(arguments, session);
  bool ready = loaded && prepare(arguments, loaded->module, strata, session);
  std::vector<CsvTarget> tables;
  if (ready && !arguments.csv.empty()) {
    auto targets =
        csv_targets(arguments.csv, loaded->module, arguments.all_facts, session.diagnostics);
    ready = targets.has_value();
    if (ready) tables = std::move(*targets);
  }
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
                                  .json = arguments.json,
                                  .seconds = arguments.seconds});
  }
  auto module = std::make_shared<const ir::Module>(std::move(loaded->module));
  const TimeLimit limit(arguments.seconds);
  if (!arguments.why.empty()) {
    // Earlier diagnostics are printed already.
    driver::Session asked{.sources = session.sources, .symbols = session.symbols};
    const int code =
        run_why(module, strata, {arguments.why, arguments.limits, arguments.json, &limit}, asked);
    print_diagnostics(asked.diagnostics);
    return code;
  }
  RunTimes times;
  runtime::ProductionResult result = timed_runs({module, strata}, arguments, limit, times);
  if (result.end == runtime::ProductionEnd::stopped && limit.is_over()) {
    result.end = runtime::ProductionEnd::seconds;
  }
  module = with_numbers_of(module, result);
  ir::Diagnostics failures(*module->sources);
  driver::warn_of_failures(*module, result.failures, failures);
  print_diagnostics(failures);
  // Written before the facts are printed, because the reader of these may be gone by the end.
  bool written = arguments.profile.empty() ||
                 write_output(arguments.profile, json_text(profile_to_json(*module, result), 1),
                              session.diagnostics);
  const runtime::Facts facts =
      arguments.all_facts ? driver::whole_memory(*module, result.memory) : result.deduced;
  written &= write_csv(tables, *module, facts, arguments.facts.csv_header, session.diagnostics);
  const int code = report(*module, result, facts, times, arguments);
  if (written) return code;
  print_diagnostics(session.diagnostics);
  return exit_input;
}

}  // namespace

void add_run_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("run", "Run production rules over facts until nothing new follows");
  auto arguments = std::make_shared<RunArguments>();
  command->add_option("RULES", arguments->path, "Production rules (.rules) or agendas (.tir)")
      ->required();
  arguments->facts.add_to(*command, "Initial facts", "First line of each table, read or written,");
  add_semantics_option(*command, arguments->semantics);
  add_choice<driver::ProductionEngine>(*command, "--engine", arguments->engine,
                                       {{"interpreter", driver::ProductionEngine::interpreter},
                                        {"native", driver::ProductionEngine::native},
                                        {"reference", driver::ProductionEngine::reference}},
                                       "interpreter, native (code), or reference (plain lists)")
      ->type_name("ENGINE")
      ->default_str("interpreter");
  arguments->ordering.add_to(*command);
  Option* sequence =
      command
          ->add_option("--sequence", arguments->sequence,
                       "Apply the changes of facts in this file, and run after each step")
          ->type_name("FILE");
  add_choice<driver::Incremental>(
      *command, "--incremental", arguments->incremental,
      {{"auto", driver::Incremental::automatic},
       {"always", driver::Incremental::always},
       {"never", driver::Incremental::never}},
      "Update only what a change concerns: auto (where cheaper), always, never")
      ->type_name("MODE")
      ->default_str("auto")
      ->needs(sequence);
  command
      ->add_option("--profile", arguments->profile,
                   "Write how often each premise was tried and matched")
      ->excludes(sequence)
      ->type_name("FILE");
  command
      ->add_option("--max-trials", arguments->limits.nodes, "Stop after so many trials; 0: never")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->type_name("N");
  command
      ->add_option("--max-rounds", arguments->limits.rounds, "Stop after so many rounds; 0: never")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--max-removals", arguments->limits.removals,
                   "Stop where one run of a rule removes more facts; 0: never")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--seconds", arguments->seconds, "Stop after so many seconds; 0: never")
      ->check(some_seconds)
      ->capture_default_str()
      ->type_name("S");
  command
      ->add_option("--memory", arguments->memory_mib,
                   "MiB for facts and computed numbers; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit_mib)
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--repeat", arguments->repeat, "Number of runs, each from the same facts")
      ->check(in_range(1, 1'000'000'000))
      ->capture_default_str()
      ->type_name("N");
  command->add_flag("--time", arguments->time,
                    "Print CPU seconds of compilation and of a run (median over --repeat)");
  command->add_flag("--counts", arguments->counts, "Print how often each premise was tried");
  command
      ->add_flag("--all-facts", arguments->all_facts,
                 "Print the whole memory, not only deduced facts")
      ->excludes(sequence);
  command
      ->add_option("--why", arguments->why, "Print the derivation of a fact instead of the facts")
      ->excludes(sequence)
      ->type_name("FACT");
  command
      ->add_option("--csv", arguments->csv,
                   "Write the deduced facts of a relation: path.csv, NAME=FILE.csv")
      ->allow_extra_args(false)
      ->excludes(sequence)
      ->type_name("FILE");
  Option* emit = command->add_flag("--emit-agendas", arguments->emit,
                                   "Print the rules as IR; do not run them");
  for (const char* written : {"--csv", "--profile"}) {
    emit->excludes(written);
    command->get_option("--why")->excludes(written);
  }
  add_json_flag(*command, arguments->json);
  arguments->cache.add_to(*command);
  arguments->pipeline.add_to(*command);
  declare_output(*command, command->get_option("--profile"), FileKind::profile);
  declare_outputs(*command, {command->get_option("--csv")}, [arguments] {
    std::vector<Output> outputs;
    for (const std::string& argument : arguments->csv) {
      // An invalid table name is reported when tables are looked up.
      const auto file = driver::csv_file(argument);
      if (file) outputs.push_back({file->path, "--csv", FileKind::table});
    }
    return outputs;
  });
  command->group("Rules and tables", {"--semantics", "--csv-header"});
  command->group("Sequences", {"--incremental"});
  command->group("Measurement", {"--time", "--repeat", "--profile"});
  command->group("Limits",
                 {"--seconds", "--memory", "--max-trials", "--max-rounds", "--max-removals"});
  command->group("Output", {"--emit-agendas"});
  add_examples(*command,
               {"tesuji run connect.rules --facts position.pl --counts",
                "tesuji run connect.rules --facts position.pl --synthesise --counts",
                "tesuji run connect.rules --facts position.pl --passes=insert-absent --json",
                "tesuji run connect.rules --facts position.pl --sequence game.changes --json",
                "tesuji run reach.rules --facts edge.csv --csv reached.csv",
                "tesuji run reach.rules --facts graph.pl --why 'reached(c)'"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_rules(*arguments); }; });
}

}  // namespace tesuji::tools
