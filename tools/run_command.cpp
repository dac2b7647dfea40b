// tesuji run: chains production rules forward over a working memory.
#include "backend/driver/production.h"
#include "ir/text.h"
#include "passes/order_premises.h"
#include "passes/synthesise.h"
#include "runtime/host/game.h"
#include "tools/agenda_report.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/report.h"

#include <fmt/core.h>

#include <iterator>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

struct RunArguments {
  std::string path;
  std::vector<std::string> facts;
  std::vector<std::string> passes;
  std::string metarules;
  bool synthesise = false;
  driver::ProductionEngine engine = driver::ProductionEngine::interpreter;
  runtime::ProductionLimits limits;
  PipelineFlags pipeline;
  bool all_facts = false;
  bool counts = false;
  bool emit = false;
  bool json = false;
};

std::string reason(const runtime::ProductionResult& result, const RunArguments& arguments) {
  switch (result.end) {
    case runtime::ProductionEnd::nodes:
      return fmt::format("the limit of {} trials was reached (--max-nodes)",
                         arguments.limits.nodes);
    case runtime::ProductionEnd::rounds:
      return fmt::format("the limit of {} rounds was reached (--max-rounds)",
                         arguments.limits.rounds);
    case runtime::ProductionEnd::removals:
      return fmt::format(
          "one run of a rule removed {} facts (--max-removals): a rule that adds again "
          "what it removes never ends",
          arguments.limits.removals);
    case runtime::ProductionEnd::cycle:
      return fmt::format(
          "the rules would never end: after round {} the memory is again what it "
          "was at the start of an earlier round",
          result.rounds);
    case runtime::ProductionEnd::fixpoint:
      break;
  }
  return {};
}

int report(const ir::Module& module, const runtime::ProductionResult& result,
           const RunArguments& arguments) {
  if (arguments.json) {
    Json json = to_json(module, result);
    if (arguments.all_facts) json["memory"] = fact_texts(module, result.memory);
    print_json(json);
  } else {
    const runtime::Facts& facts = arguments.all_facts ? result.memory : result.deduced;
    for (const std::string& fact : fact_texts(module, facts)) fmt::print("{}.\n", fact);
    if (arguments.counts) print_counts(module, result);
  }
  if (result.end == runtime::ProductionEnd::fixpoint) return exit_ok;
  std::fflush(stdout);
  fmt::print(stderr, "tesuji: error: {}\n", reason(result, arguments));
  return result.end == runtime::ProductionEnd::cycle ? exit_input : exit_limit;
}

/// Orders premises by the metarules of --metarules and --synthesise; false if the file
/// is wrong. Warns where order is meaning.
bool order(ir::Module& module, const RunArguments& arguments, driver::Session& session) {
  if (arguments.metarules.empty() && !arguments.synthesise) return true;
  std::vector<ir::OrderingMetarule> metarules;
  if (!arguments.metarules.empty()) {
    auto given = driver::load_metarules(arguments.metarules, session);
    if (!given) return false;
    metarules = std::move(*given);
  }
  if (arguments.synthesise) {
    auto known = passes::synthesise_metarules(module);
    std::move(known.begin(), known.end(), std::back_inserter(metarules));
  }
  if (!passes::order_premises(module, passes::Metarules(std::move(metarules)))) {
    session.diagnostics.warning({}, "order",
                                "metarules change nothing here: the rules remove facts, or ask for "
                                "the absence of what they add, and their order is meaning");
  }
  return true;
}

int run_rules(RunArguments& arguments) {
  driver::Session session;
  auto loaded = driver::load_rules(arguments.path, arguments.facts, session);
  const std::vector<std::string_view> names(arguments.passes.begin(), arguments.passes.end());
  const bool ready = loaded && order(*loaded, arguments, session) &&
                     driver::run_passes(*loaded, names, arguments.pipeline.make(), session);
  arguments.pipeline.finish();
  print_diagnostics(session.diagnostics);
  if (!ready) return exit_code_of(session.diagnostics, driver::is_ir_path(arguments.path));

  const auto module = std::make_shared<const ir::Module>(std::move(*loaded));
  if (arguments.emit) {
    fmt::print("{}", ir::print(*module));
    return exit_ok;
  }
  const auto system = driver::compile_rules(module, arguments.engine);
  return report(*module, system->run(driver::initial_facts(*module), arguments.limits), arguments);
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
      ->type_name("FILE");
  const std::map<std::string, driver::ProductionEngine> engines{
      {"interpreter", driver::ProductionEngine::interpreter},
      {"native", driver::ProductionEngine::native},
      {"reference", driver::ProductionEngine::reference}};
  command->add_option("--engine", arguments->engine, "interpreter, native or reference")
      ->transform(CLI::CheckedTransformer(engines))
      ->default_str("interpreter");
  command->add_option("--passes", arguments->passes, "Passes to run first, in order")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PASS,...");
  command
      ->add_option("--metarules", arguments->metarules,
                   "Order premises by these ordering metarules, before any pass")
      ->type_name("FILE");
  command->add_flag("--synthesise", arguments->synthesise,
                    "Order premises by metarules made from domains and facts, beside those given");
  command->add_option("--max-nodes", arguments->limits.nodes, "Stop after so many trials")
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
  command->add_flag("--counts", arguments->counts, "Print how often each premise was tried");
  command->add_flag("--all-facts", arguments->all_facts,
                    "Print the whole memory, not only what was deduced");
  command->add_flag("--emit-agendas", arguments->emit, "Print the rules as IR instead of running");
  add_json_flag(*command, arguments->json);
  arguments->pipeline.add_to(*command);
  add_examples(*command,
               {"tesuji run connect.rules --facts position.pl --counts",
                "tesuji run connect.rules --facts position.pl --synthesise --counts",
                "tesuji run connect.rules --facts position.pl --passes=insert-absent --json"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_rules(*arguments); }; });
}

}  // namespace tesuji::tools
