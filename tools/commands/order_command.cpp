// tesuji order: puts the premises of production rules in a cheap order, and explains it; for games,
// which the compiler orders itself, it only explains.
#include "backend/rules/order_rules.h"

#include "backend/rules/production.h"
#include "backend/rules/rule_strata.h"
#include "frontend/rules/rules_printer.h"
#include "ir/module/agenda_premises.h"
#include "passes/clauses/rule_strata.h"
#include "passes/ordering/observed_metarules.h"
#include "passes/ordering/synthesise.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/options/cache_options.h"
#include "tools/options/choice_option.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/rules_options.h"
#include "tools/reports/order_report.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

struct OrderArguments {
  std::string path;
  FactsOptions facts;
  Semantics semantics = Semantics::ordered;
  std::string metarules;
  driver::OrderOptions options;
  std::vector<std::string> passes;
  driver::ProductionEngine engine = driver::ProductionEngine::interpreter;
  CacheOptions cache;
  std::shared_ptr<object_cache::ObjectCache> objects;
  std::string output;
  bool explain = false;
  bool json = false;
  std::optional<frontend::Syntax> syntax;
  // For games:
  passes::Ordering::By order = passes::Ordering::By::metarules;
  ShownRules shown{{}, 10};
  std::uint64_t playouts = 20;
  std::vector<const Option*> of_rules;  ///< options that do not apply to games
  std::vector<const Option*> of_games;  ///< options that do not apply to production rules
};

/// Whether all given options apply to this kind of input.
bool check_options(const OrderArguments& arguments, driver::Session& session) {
  const bool game = is_rulesheet_path(arguments.path);
  for (const Option* option : game ? arguments.of_rules : arguments.of_games) {
    if (option->empty()) continue;
    session.diagnostics.error({}, "usage",
                              fmt::format("{} is for {}", option->get_name(),
                                          game ? "production rules, and this is a game"
                                               : "games, and these are production rules"));
    return false;
  }
  if (!game || arguments.explain || arguments.json) return true;
  session.diagnostics.error({}, "usage",
                            "the compiler orders games itself (`tesuji dump` prints the order); "
                            "--explain prints its cost");
  return false;
}

bool explain_game(const OrderArguments& arguments, driver::Session& session) {
  OrderGameArguments game;
  game.path = arguments.path;
  game.shown = arguments.shown;
  game.playouts = arguments.playouts;
  game.seed = arguments.options.seed;
  game.json = arguments.json;
  game.ordering.by = arguments.order;
  session.syntax = arguments.syntax;
  if (!arguments.metarules.empty()) {
    auto metarules = driver::load_metarules(arguments.metarules, session);
    if (!metarules) return false;
    game.ordering.metarules = std::make_shared<const passes::Metarules>(std::move(*metarules));
  }
  return order_game(game, session);
}

/// Returns the given metarules, and for forms of premises that they do not cover, those of domains
/// and facts.
std::optional<std::vector<ir::OrderingMetarule>> metarules_for(const ir::Module& module,
                                                               const OrderArguments& arguments,
                                                               driver::Session& session) {
  std::vector<ir::OrderingMetarule> given;
  if (!arguments.metarules.empty()) {
    auto read = load_metarules_for(module, arguments.metarules, session);
    if (!read) return std::nullopt;
    given = std::move(*read);
  }
  return passes::with_others(std::move(given), passes::synthesise_metarules(module));
}

/// Executable rules; without `strata` they run in the order of the text.
struct Rules {
  ir::Module module;
  std::vector<driver::RuleStratum> strata;
};

OrderedRun observe(std::string title, const Rules& rules, const OrderArguments& arguments) {
  OrderedRun run{std::move(title), &rules.module, {}};
  const auto compile = [&](std::shared_ptr<const ir::Module> module) {
    return driver::compile_rules(std::move(module), arguments.engine, true, arguments.objects);
  };
  const auto system = rules.strata.empty()
                          ? compile(std::make_shared<const ir::Module>(rules.module))
                          : driver::chain_strata(rules.strata, [&](const auto& stratum) {
                              return compile(stratum.module);
                            });
  runtime::ProductionLimits limits;
  limits.nodes = arguments.options.max_nodes;
  run.result = system->run(driver::initial_facts(rules.module), limits);
  return run;
}

/// Returns the rules after --passes; nothing if a pass failed.
std::optional<Rules> with_passes(const Rules& rules, const OrderArguments& arguments,
                                 driver::Session& session) {
  const auto run = [&](ir::Module& module) {
    return driver::run_passes(module, arguments.options.passes, {}, session);
  };
  Rules compiled{rules.module, {}};
  if (rules.strata.empty()) {
    if (!run(compiled.module)) return std::nullopt;
    return compiled;
  }
  for (const driver::RuleStratum& stratum : rules.strata) {
    compiled.strata.push_back({std::make_shared<ir::Module>(*stratum.module), stratum.rules});
    if (!run(*compiled.strata.back().module)) return std::nullopt;
  }
  compiled.module = driver::join_rules(rules.module, compiled.strata);
  return compiled;
}

/// Prints the orders' costs on standard output; returns false if a pass failed.
bool explain(const Rules& before, const Rules& after,
             const std::vector<ir::OrderingMetarule>& metarules, const OrderArguments& arguments,
             driver::Session& session) {
  const std::optional<Rules> compiled = with_passes(after, arguments, session);
  if (!compiled) return false;
  const passes::Metarules known(metarules);
  std::vector<OrderedRun> runs;
  runs.push_back(observe("as it stands", before, arguments));
  runs.push_back(observe("ordered", after, arguments));
  if (!arguments.passes.empty()) {
    runs.push_back(observe(fmt::format("ordered, {}", fmt::join(arguments.passes, ", ")), *compiled,
                           arguments));
  }
  if (arguments.json) {
    print_json(orders_to_json(runs, known));
  } else {
    print_orders(runs, known);
  }
  return true;
}

/// Splits the rules, if requested; returns false if they have no strata (reported).
bool split(Rules& rules, const OrderArguments& arguments, driver::Session& session) {
  if (arguments.semantics == Semantics::ordered) return true;
  const auto numbers = passes::stratify_rules(rules.module, session.diagnostics);
  if (numbers) rules.strata = driver::split_rules(rules.module, *numbers);
  return numbers.has_value();
}

/// Returns the same rules in a cheaper order.
Rules ordered(const Rules& rules, const std::vector<ir::OrderingMetarule>& metarules,
              const OrderArguments& arguments, driver::Session& session) {
  Rules after{rules.module, {}};
  if (rules.strata.empty()) {
    driver::order_rules(after.module, metarules, arguments.options);
    if (!ir::add_only(rules.module)) {
      session.diagnostics.warning({}, "order",
                                  "nothing is ordered: the rules remove facts or test the absence "
                                  "of facts that they add, so their order has a meaning");
    }
    return after;
  }
  for (const driver::RuleStratum& stratum : rules.strata) {
    after.strata.push_back({std::make_shared<ir::Module>(*stratum.module), stratum.rules});
  }
  driver::order_strata(after.strata, driver::initial_facts(rules.module), metarules,
                       arguments.options);
  after.module = driver::join_rules(rules.module, after.strata);
  return after;
}

/// Returns false if something was wrong, which was reported.
bool order(const OrderArguments& arguments, driver::Session& session) {
  for (const std::string& name : arguments.passes) {
    const std::string wrong = check_rules_pass(name);
    if (wrong.empty()) continue;
    session.diagnostics.error({}, "usage", wrong);
    return false;
  }
  auto loaded = driver::load_rules(arguments.path, arguments.facts.files, session, {},
                                   arguments.facts.csv_header);
  if (!loaded) return false;
  Rules before{std::move(*loaded), {}};
  if (!split(before, arguments, session)) return false;
  const auto metarules = metarules_for(before.module, arguments, session);
  if (!metarules) return false;
  const Rules after = ordered(before, *metarules, arguments, session);
  const bool shown = arguments.explain || arguments.json;
  if (shown && !explain(before, after, *metarules, arguments, session)) return false;
  if (shown && arguments.output.empty()) return true;
  if (const auto name = frontend::unwritable_name(after.module)) {
    session.diagnostics.error({}, "name", fmt::format("rules cannot have the name `{}`", *name));
    return false;
  }
  return write_output(arguments.output, frontend::print_rules(after.module), session.diagnostics);
}

int run(OrderArguments& arguments) {
  driver::Session session;
  arguments.objects = arguments.cache.open();
  arguments.options.passes.assign(arguments.passes.begin(), arguments.passes.end());
  const bool good = check_options(arguments, session) &&
                    (is_rulesheet_path(arguments.path) ? explain_game(arguments, session)
                                                       : order(arguments, session));
  print_diagnostics(session.diagnostics);
  return good ? exit_ok : exit_code_of(session.diagnostics, driver::is_ir_path(arguments.path));
}

}  // namespace

void add_order_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("order", "Order the premises of rules by cost, and compare the costs");
  auto arguments = std::make_shared<OrderArguments>();
  command
      ->add_option("RULES", arguments->path,
                   "Production rules (.rules), agendas (.tir), or a game with --explain")
      ->required();
  add_syntax_option(*command, arguments->syntax);
  arguments->facts.add_to(*command);
  add_semantics_option(*command, arguments->semantics);
  add_choice<driver::OrderSource>(
      *command, "--by", arguments->options.source,
      {{"greedy", driver::OrderSource::greedy},
       {"estimated", driver::OrderSource::estimated},
       {"observed", driver::OrderSource::observed}},
      "greedy, estimated (least product of priorities), or observed (by runs)")
      ->type_name("WAY")
      ->default_str("greedy");
  command
      ->add_option("--metarules", arguments->metarules,
                   "Ordering metarules, used before those of domains and facts")
      ->type_name("FILE");
  command
      ->add_option("--passes", arguments->passes,
                   "Passes that run over the ordered rules; their savings are observed")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PASS,...");
  command
      ->add_option("--evaluations", arguments->options.evaluations,
                   "Number of orders to evaluate for each rule")
      ->check(in_range(1, 1'000'000'000))
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--seed", arguments->options.seed,
                   "Seed of the search; games: of the random moves")
      ->check(natural_number)
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--max-trials", arguments->options.max_nodes,
                   "Stop each run of the rules after so many trials; 0: never")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->capture_default_str()
      ->type_name("N");
  add_choice<driver::ProductionEngine>(*command, "--engine", arguments->engine,
                                       {{"interpreter", driver::ProductionEngine::interpreter},
                                        {"native", driver::ProductionEngine::native}},
                                       "Engine of --explain: interpreter or native")
      ->type_name("ENGINE")
      ->default_str("interpreter");
  command->add_flag("--explain", arguments->explain,
                    "Print the orders before and after, with estimated and observed trials");
  add_choice<passes::Ordering::By>(*command, "--order", arguments->order,
                                   {{"metarules", passes::Ordering::By::metarules},
                                    {"cheapest", passes::Ordering::By::cheapest}},
                                   "Games: order of literals, metarules or cheapest")
      ->type_name("ORDER")
      ->default_str("metarules");
  command
      ->add_option("--playouts", arguments->playouts,
                   "Games: number of random games to observe; 0: only estimates")
      ->check(natural_number)
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--rule", arguments->shown.only,
                   "Games: explain only this rule, or the rules of this relation")
      ->type_name("NAME");
  for (const char* name : {"--top", "--most"}) {
    command
        ->add_option(name, arguments->shown.most,
                     "Games: number of rules to explain, the most expensive first; 0: all")
        ->check(natural_number)
        ->capture_default_str()
        ->type_name("N");
  }
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the ordered rules to this file (default: standard output)")
      ->type_name("FILE");
  add_json_flag(*command, arguments->json);
  arguments->cache.add_to(*command);
  for (const char* name : {"--facts", "--csv-header", "--semantics", "--by", "--passes",
                           "--evaluations", "--max-trials", "--engine", "--output"}) {
    arguments->of_rules.push_back(command->get_option(name));
  }
  for (const char* name : {"--order", "--playouts", "--rule", "--top", "--most", "--syntax"}) {
    arguments->of_games.push_back(command->get_option(name));
  }
  declare_output(*command, command->get_option("--output"), FileKind::rules);
  command->group("Rules and tables", {"--syntax", "--csv-header", "--semantics", "--passes"});
  command->group("Search", {"--evaluations", "--seed", "--max-trials"});
  command->group("Games", {"--order", "--top"});
  command->group("", {"--most"});  // the earlier name, which is not listed
  add_examples(*command, {"tesuji order connect.rules --facts position.pl -o ordered.rules",
                          "tesuji order connect.rules --facts position.pl --by=observed --explain",
                          "tesuji order hexapawn.kif --explain --rule=legal.move"});
  command->callback([arguments, &action] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace tesuji::tools
