// tesuji order: puts the premises of production rules in a cheap order, and shows why; shows the
// same of games, which the compiler orders.
#include "backend/driver/rules/order_rules.h"

#include "backend/driver/rules/production.h"
#include "frontend/rules/rules_printer.h"
#include "ir/module/agenda_premises.h"
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
#include "tools/reports/metarule_warnings.h"
#include "tools/reports/order_game.h"
#include "tools/reports/order_report.h"
#include "tools/reports/rules_passes.h"

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
  std::vector<std::string> facts;
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
  // Of games:
  passes::Ordering::By order = passes::Ordering::By::metarules;
  ShownRules shown{{}, 10};
  std::uint64_t playouts = 20;
  std::vector<const Option*> of_rules;  ///< options that games do not have
  std::vector<const Option*> of_games;  ///< options that production rules do not have
};

/// Whether no option was given that the kind of input does not have.
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
                            "the compiler orders games by itself (`tesuji dump` shows how); "
                            "--explain tells what that costs");
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

/// The given metarules; for forms of premises that they do not tell of, those of domains and facts.
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

OrderedRun observe(std::string title, const ir::Module& module, const OrderArguments& arguments) {
  OrderedRun run{std::move(title), &module, {}};
  const auto system = driver::compile_rules(std::make_shared<const ir::Module>(module),
                                            arguments.engine, true, arguments.objects);
  runtime::ProductionLimits limits;
  limits.nodes = arguments.options.max_nodes;
  run.result = system->run(driver::initial_facts(module), limits);
  return run;
}

/// The orders' costs, on standard output; false where a pass failed.
bool explain(const ir::Module& before, const ir::Module& after,
             const std::vector<ir::OrderingMetarule>& metarules, const OrderArguments& arguments,
             driver::Session& session) {
  ir::Module compiled = after;
  if (!driver::run_passes(compiled, arguments.options.passes, {}, session)) return false;
  const passes::Metarules known(metarules);
  std::vector<OrderedRun> runs;
  runs.push_back(observe("as it stands", before, arguments));
  runs.push_back(observe("ordered", after, arguments));
  if (!arguments.passes.empty()) {
    runs.push_back(observe(fmt::format("ordered, {}", fmt::join(arguments.passes, ", ")), compiled,
                           arguments));
  }
  if (arguments.json) {
    print_json(orders_to_json(runs, known));
  } else {
    print_orders(runs, known);
  }
  return true;
}

/// False where something was wrong, which was reported.
bool order(const OrderArguments& arguments, driver::Session& session) {
  for (const std::string& name : arguments.passes) {
    const std::string wrong = check_rules_pass(name);
    if (wrong.empty()) continue;
    session.diagnostics.error({}, "usage", wrong);
    return false;
  }
  const auto before = driver::load_rules(arguments.path, arguments.facts, session);
  if (!before) return false;
  const auto metarules = metarules_for(*before, arguments, session);
  if (!metarules) return false;
  ir::Module after = *before;
  driver::order_rules(after, *metarules, arguments.options);
  if (!ir::add_only(*before)) {
    session.diagnostics.warning({}, "order",
                                "nothing is ordered: the rules remove facts, or ask for the "
                                "absence of what they add, and their order is meaning");
  }
  const bool shown = arguments.explain || arguments.json;
  if (shown && !explain(*before, after, *metarules, arguments, session)) return false;
  if (shown && arguments.output.empty()) return true;
  if (const auto name = frontend::unwritable_name(after)) {
    session.diagnostics.error({}, "name", fmt::format("rules cannot have the name `{}`", *name));
    return false;
  }
  return write_output(arguments.output, frontend::print_rules(after), session.diagnostics);
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
      app.add_subcommand("order", "Put premises in a cheap order, and tell what that saves");
  auto arguments = std::make_shared<OrderArguments>();
  command
      ->add_option("RULES", arguments->path,
                   "Production rules (.rules) or agendas (.tir); or a game (.kif, .gdl), which "
                   "--explain tells of")
      ->required();
  add_syntax_option(*command, arguments->syntax);
  command
      ->add_option("--facts", arguments->facts,
                   "The facts to start with: Prolog or s-expressions; several files are read "
                   "one after the other")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_choice<driver::OrderSource>(
      *command, "--by", arguments->options.source,
      {{"greedy", driver::OrderSource::greedy},
       {"estimated", driver::OrderSource::estimated},
       {"observed", driver::OrderSource::observed}},
      "greedy: the smallest priority next; estimated: search for the least product of priorities; "
      "observed: search by running the rules")
      ->type_name("WAY")
      ->default_str("greedy");
  command
      ->add_option("--metarules", arguments->metarules,
                   "Ordering metarules; forms of premises that they do not tell of are told from "
                   "domains and facts")
      ->type_name("FILE");
  command
      ->add_option("--passes", arguments->passes,
                   "Passes that will run over the ordered rules: what they save is observed, too")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PASS,...");
  command->add_option("--evaluations", arguments->options.evaluations, "Orders to look at per rule")
      ->check(in_range(1, 1'000'000'000))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--seed", arguments->options.seed, "Of the search; games: of the playouts")
      ->check(natural_number)
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--max-trials", arguments->options.max_nodes,
                   "Break runs of the rules off after so many trials; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->capture_default_str()
      ->type_name("N");
  add_choice<driver::ProductionEngine>(*command, "--engine", arguments->engine,
                                       {{"interpreter", driver::ProductionEngine::interpreter},
                                        {"native", driver::ProductionEngine::native}},
                                       "What --explain observes with: interpreter or native")
      ->type_name("ENGINE")
      ->default_str("interpreter");
  command->add_flag("--explain", arguments->explain,
                    "Print the orders before and after, with estimated and observed trials");
  add_choice<passes::Ordering::By>(*command, "--order", arguments->order,
                                   {{"metarules", passes::Ordering::By::metarules},
                                    {"cheapest", passes::Ordering::By::cheapest}},
                                   "Games: how they are ordered, as in `tesuji simulate`")
      ->type_name("ORDER")
      ->default_str("metarules");
  command
      ->add_option("--playouts", arguments->playouts,
                   "Games: random playouts to observe; 0: only estimates")
      ->check(natural_number)
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--rule", arguments->shown.only,
                   "Games: explain this rule only, or the rules for this relation, as `tesuji "
                   "dump` names them")
      ->type_name("NAME");
  command
      ->add_option("--most", arguments->shown.most,
                   "Games: explain so many rules, the most expensive first; 0: all")
      ->check(natural_number)
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("-o,--output", arguments->output,
                   "Where to write the ordered rules (default: standard output, without "
                   "--explain)")
      ->type_name("FILE");
  add_json_flag(*command, arguments->json);
  arguments->cache.add_to(*command);
  for (const char* name :
       {"--facts", "--by", "--passes", "--evaluations", "--max-trials", "--engine", "--output"}) {
    arguments->of_rules.push_back(command->get_option(name));
  }
  for (const char* name : {"--order", "--playouts", "--rule", "--most", "--syntax"}) {
    arguments->of_games.push_back(command->get_option(name));
  }
  declare_output(*command, command->get_option("--output"), FileKind::rules);
  add_examples(*command, {"tesuji order connect.rules --facts position.pl -o ordered.rules",
                          "tesuji order connect.rules --facts position.pl --by=observed --explain",
                          "tesuji order hexapawn.kif --explain --rule=legal.move"});
  command->callback([arguments, &action] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace tesuji::tools
