#include "tools/reports/order_report.h"

#include "backend/driver/load.h"
#include "backend/rules/order_rules.h"
#include "ir/module/agenda_premises.h"
#include "passes/ordering/literal_views.h"
#include "runtime/host/playouts/simulation.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/reports/agenda_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

using ir::Operation;
using Kind = Operation::Kind;

class Expectation {
 public:
  Expectation(const ir::Module& module, const ir::Agenda& agenda,
              const passes::Metarules& metarules)
      : module_(module),
        repeated_(agenda),
        seen_(module, ir::premises_of(agenda)),
        metarules_(metarules),
        bound_(agenda.variables.size()) {}

  std::vector<double> run(const ir::Agenda& agenda) {
    walk(agenda.ops, seen_);
    return std::move(trials_);
  }

 private:
  /// A premise as metarules see it, and the next one.
  struct Views {
    Views(const ir::Module& module, std::vector<Operation> all)
        : premises(std::move(all)), views(passes::views_of(module, premises)) {}
    std::vector<Operation> premises;
    std::vector<passes::LiteralView> views;
    std::size_t next = 0;
  };

  void walk(const std::vector<Operation>& ops, Views& seen) {
    for (const Operation& op : ops) {
      trials_.push_back(alive_);
      if (op.kind == Kind::exists) {
        walk(op.body, seen);
      } else if (!repeated_.repeat(op) && op.kind != Kind::unless_derived && !concludes(op)) {
        const double matches = metarules_.priority(seen.views, seen.next, bound_).value_or(1);
        if (op.kind == Kind::unless) walk_body(op, seen.premises[seen.next]);
        bool binds = false;
        for (const ir::Argument& argument : seen.premises[seen.next].args) {
          if (argument.kind != ir::Argument::Kind::variable || bound_[argument.id]) continue;
          bound_[argument.id] = true;
          binds = true;
        }
        alive_ *= binds ? matches : std::min(1.0, matches);
        ++seen.next;
      }
    }
  }

  /// Variables bound inside are not bound after it.
  void walk_body(const Operation& unless, const Operation& premise) {
    const std::vector<bool> outside = bound_;
    const double arriving = alive_;
    Views body(module_, premise.body);
    walk(unless.body, body);
    bound_ = outside;
    alive_ = arriving;
  }

  const ir::Module& module_;
  ir::RepeatedVariables repeated_;  ///< tests that equate a premise's columns are part of it
  Views seen_;
  const passes::Metarules& metarules_;
  std::vector<bool> bound_;
  std::vector<double> trials_;
  double alive_ = 1;
};

double sum_of_premises(const std::vector<TriedOperation>& operations,
                       const std::vector<double>& trials) {
  double sum = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (!operations[i].conclusion) sum += trials[i];
  }
  return sum;
}

void print_rule(const OrderedRun& run, std::size_t rule, const passes::Metarules& metarules) {
  const ir::Agenda& agenda = run.module->agendas[rule];
  const auto operations = tried_operations(*run.module, agenda, run.result.counts[rule]);
  const std::vector<double> expected = expected_trials(*run.module, agenda, metarules);
  const bool whole = run.result.end == runtime::ProductionEnd::fixpoint;
  fmt::print("rule {}, {}\n{:>13} {:>13}\n", agenda.name, run.title, "estimated", "observed");
  for (std::size_t i = 0; i < operations.size(); ++i) {
    fmt::print("{:>13} {:>13}  {}\n", trials_text(expected[i]), operations[i].trials,
               line_of(operations[i]));
  }
  fmt::print("{:>13} {:>13}  nodes{}\n\n", trials_text(sum_of_premises(operations, expected)),
             driver::count_nodes(agenda, run.result.counts[rule]), whole ? "" : ", broken off");
}

std::uint64_t all_nodes(const OrderedRun& run) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < run.module->agendas.size(); ++i) {
    sum += driver::count_nodes(run.module->agendas[i], run.result.counts[i]);
  }
  return sum;
}

}  // namespace

std::vector<double> expected_trials(const ir::Module& module, const ir::Agenda& agenda,
                                    const passes::Metarules& metarules) {
  return Expectation(module, agenda, metarules).run(agenda);
}

void print_orders(const std::vector<OrderedRun>& runs, const passes::Metarules& metarules) {
  for (std::size_t rule = 0; rule < runs[0].module->agendas.size(); ++rule) {
    for (const OrderedRun& run : runs) print_rule(run, rule, metarules);
  }
  const auto before = static_cast<double>(all_nodes(runs.front()));
  for (const OrderedRun& run : runs) {
    const std::uint64_t nodes = all_nodes(run);
    const bool broken_off = run.result.end != runtime::ProductionEnd::fixpoint;
    fmt::print("{}: {}{}", run.title, counted(nodes, "node"),
               broken_off ? " until broken off" : "");
    if (&run != &runs.front() && nodes > 0 && !broken_off) {
      const bool least = runs.front().result.end != runtime::ProductionEnd::fixpoint;
      fmt::print(", {}{:.4g} times fewer", least ? "more than " : "",
                 before / static_cast<double>(nodes));
    }
    fmt::print("\n");
  }
}

Json orders_to_json(const std::vector<OrderedRun>& runs, const passes::Metarules& metarules) {
  Json orders = Json::array();
  for (const OrderedRun& run : runs) {
    Json json = to_json(*run.module, run.result);
    json.erase("deduced");
    for (std::size_t i = 0; i < run.module->agendas.size(); ++i) {
      const auto expected = expected_trials(*run.module, run.module->agendas[i], metarules);
      for (std::size_t k = 0; k < expected.size(); ++k) {
        json["rules"][i]["operations"][k]["estimated"] = expected[k];
      }
    }
    Json order = {{"order", run.title}};
    order.update(json);
    orders.push_back(std::move(order));
  }
  return {{"orders", std::move(orders)}};
}

namespace {

using ir::Operation;
using Kind = Operation::Kind;

class PlanReader {
 public:
  PlanReader(const ir::Module& module, const ir::Plan& plan,
             const std::vector<std::uint64_t>& trials)
      : module_(module), plan_(plan), trials_(trials) {}

  PlannedRule run() {
    walk(plan_.ops, 0, 1);
    rule_.name = plan_.rule;
    if (plan_.delta_of != ir::no_id) {
      rule_.name += fmt::format(", new tuples of literal {}", plan_.delta_of + 1);
    }
    rule_.span = plan_.span;
    rule_.evaluations = trials_.empty() ? 0 : trials_[0];
    for (const PlannedOperation& operation : rule_.operations) {
      if (!operation.tries) continue;
      rule_.estimated += operation.estimated;
      rule_.nodes += operation.trials;
    }
    return std::move(rule_);
  }

 private:
  /// `alive`: expected number of bindings that reach the first operation.
  void walk(const std::vector<Operation>& ops, std::size_t depth, double alive) {
    double arriving = alive;
    for (const Operation& op : ops) {
      const std::size_t place = rule_.operations.size();
      PlannedOperation& shown = rule_.operations.emplace_back();
      shown.text = op.kind == Kind::unless_derived ? "unless derived"
                                                   : operation_text(module_, plan_.variables, op);
      shown.depth = depth;
      shown.inserted = op.kind == Kind::unless_derived;
      shown.tries = op.kind != Kind::exists && op.kind != Kind::insert;
      shown.estimated = arriving;
      if (!trials_.empty()) shown.trials = trials_[place];
      walk(op.body, depth + 1, arriving);
      // Estimates in an existence test are for one binding that reaches it.
      arriving = depth == 0 ? op.estimate : alive * op.estimate;
    }
  }

  const ir::Module& module_;
  const ir::Plan& plan_;
  const std::vector<std::uint64_t>& trials_;
  PlannedRule rule_;
};

/// A rule in each order that has it, null elsewhere.
using Versions = std::vector<const PlannedRule*>;

double cost(const PlannedRule& rule, bool observed) {
  return observed ? static_cast<double>(rule.nodes) : rule.estimated;
}

bool is_of(const PlannedRule& rule, const std::string& wanted) {
  if (wanted.empty() || rule.name == wanted) return true;
  const std::string_view name(rule.name);
  const std::size_t end = std::min(name.find(','), name.size());
  return name.substr(0, end) == wanted || name.substr(0, name.rfind('#', end)) == wanted;
}

/// Selects the rules to show; the most expensive one in any order first.
std::vector<Versions> select(const std::vector<OrderedGame>& orders, const ShownRules& shown,
                             bool observed) {
  std::vector<Versions> all;
  for (std::size_t o = 0; o < orders.size(); ++o) {
    for (const PlannedRule& rule : orders[o].rules) {
      if (!is_of(rule, shown.only)) continue;
      const auto known = std::find_if(all.begin(), all.end(), [&](const Versions& versions) {
        return std::any_of(versions.begin(), versions.end(), [&](const PlannedRule* other) {
          return other != nullptr && other->name == rule.name;
        });
      });
      Versions& versions = known == all.end() ? all.emplace_back(Versions(orders.size())) : *known;
      versions[o] = &rule;
    }
  }
  const auto most = [&](const Versions& versions) {
    double most = 0;
    for (const PlannedRule* rule : versions) {
      if (rule != nullptr) most = std::max(most, cost(*rule, observed));
    }
    return most;
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Versions& a, const Versions& b) { return most(a) > most(b); });
  if (shown.most > 0 && all.size() > shown.most) all.resize(shown.most);
  return all;
}

double sum(const OrderedGame& order, bool observed) {
  return std::accumulate(
      order.rules.begin(), order.rules.end(), 0.0,
      [&](double all, const PlannedRule& rule) { return all + cost(rule, observed); });
}

/// Returns the trials of an evaluation; nothing if there was none.
std::string per_evaluation(std::uint64_t trials, const PlannedRule& rule, bool observed) {
  if (!observed || rule.evaluations == 0) return "";
  return trials_text(static_cast<double>(trials) / static_cast<double>(rule.evaluations));
}

bool same_order(const PlannedRule& a, const PlannedRule& b) {
  return std::equal(a.operations.begin(), a.operations.end(), b.operations.begin(),
                    b.operations.end(), [](const auto& left, const auto& right) {
                      return left.text == right.text && left.depth == right.depth;
                    });
}

/// Whether all orders have the rule with the same body order; its observations are then the same.
bool never_changes(const Versions& versions) {
  return std::all_of(versions.begin(), versions.end(), [&](const PlannedRule* rule) {
    return rule != nullptr && versions[0] != nullptr && same_order(*rule, *versions[0]);
  });
}

void print_rule(const PlannedRule& rule, const std::string& title, bool observed) {
  fmt::print("rule {}, {}{}\n{:>13} {:>13}\n", rule.name, title,
             observed ? fmt::format(": {} in {}", counted(rule.nodes, "node"),
                                    counted(rule.evaluations, "evaluation"))
                      : "",
             "estimated", observed ? "observed" : "");
  for (const PlannedOperation& operation : rule.operations) {
    fmt::print("{:>13} {:>13}  {}\n", trials_text(operation.estimated),
               per_evaluation(operation.trials, rule, observed), line_of(operation));
  }
  fmt::print("{:>13} {:>13}  nodes of an evaluation\n\n", trials_text(rule.estimated),
             per_evaluation(rule.nodes, rule, observed));
}

Json to_json(const PlannedRule& rule, const std::string& title, bool observed) {
  Json operations = Json::array();
  for (const PlannedOperation& operation : rule.operations) {
    Json json = {{"operation", operation.text},
                 {"depth", operation.depth},
                 {"inserted", operation.inserted},
                 {"estimated", operation.estimated}};
    if (observed) json["trials"] = operation.trials;
    operations.push_back(std::move(json));
  }
  Json json = {{"rule", rule.name}, {"order", title}, {"estimated", rule.estimated}};
  if (observed) {
    json["evaluations"] = rule.evaluations;
    json["nodes"] = rule.nodes;
  }
  json["operations"] = std::move(operations);
  return json;
}

}  // namespace

std::vector<PlannedRule> planned_rules(const ir::Module& module,
                                       const std::vector<std::vector<std::uint64_t>>& trials) {
  std::vector<PlannedRule> rules;
  for (std::size_t p = 0; p < module.plans.size(); ++p) {
    static const std::vector<std::uint64_t> none;
    rules.push_back(PlanReader(module, module.plans[p], trials.empty() ? none : trials[p]).run());
  }
  return rules;
}

bool print_game_orders(const std::vector<OrderedGame>& orders, const ShownRules& shown,
                       bool observed) {
  const std::vector<Versions> rules = select(orders, shown, observed);
  for (const Versions& versions : rules) {
    if (never_changes(versions)) {
      print_rule(*versions[0], "in every order", observed);
      continue;
    }
    for (std::size_t o = 0; o < orders.size(); ++o) {
      if (versions[o] != nullptr) print_rule(*versions[o], orders[o].title, observed);
    }
  }
  const double before = sum(orders.front(), observed);
  for (const OrderedGame& order : orders) {
    const double nodes = sum(order, observed);
    fmt::print("{}: {} nodes{}", order.title, trials_text(nodes),
               observed ? "" : " to expect of an evaluation of each rule");
    if (&order != &orders.front() && nodes > 0) {
      fmt::print(", {:.4g} times {}", nodes <= before ? before / nodes : nodes / before,
                 nodes <= before ? "fewer" : "more");
    }
    fmt::print("\n");
  }
  return !rules.empty();
}

Json game_orders_to_json(const std::vector<OrderedGame>& orders, const ShownRules& shown,
                         bool observed) {
  Json rules = Json::array();
  for (const Versions& versions : select(orders, shown, observed)) {
    for (std::size_t o = 0; o < orders.size(); ++o) {
      if (versions[o] != nullptr) {
        rules.push_back(to_json(*versions[o], orders[o].title, observed));
      }
    }
  }
  Json sums = Json::array();
  for (const OrderedGame& order : orders) {
    sums.push_back({{"order", order.title}, {"nodes", sum(order, observed)}});
  }
  return {{"orders", std::move(sums)}, {"rules", std::move(rules)}};
}

namespace {

/// Compiles the game in this order and plays it; returns nothing if that fails.
std::optional<OrderedGame> observe(std::string title, const ir::Module& clauses,
                                   const passes::Ordering& ordering,
                                   const OrderGameArguments& arguments, driver::Session& session) {
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  options.count_trials = true;
  options.pipeline.ordering = ordering;
  const auto loaded = driver::match_game(clauses, arguments.path, options, session);
  if (!loaded) return std::nullopt;
  if (arguments.playouts == 0)
    return OrderedGame{std::move(title), planned_rules(*loaded->module, {})};
  runtime::SimulationOptions playing;
  playing.playouts = arguments.playouts;
  playing.seed = arguments.seed;
  playing.stop = &watch_interrupts();
  static_cast<void>(runtime::simulate(*loaded->game, playing));
  return OrderedGame{std::move(title), planned_rules(*loaded->module, loaded->trials())};
}

}  // namespace

bool order_game(const OrderGameArguments& arguments, driver::Session& session) {
  const auto clauses = driver::load_clauses(arguments.path, session);
  if (!clauses) return false;
  passes::Ordering source;
  source.by = passes::Ordering::By::source;
  std::vector<OrderedGame> orders;
  for (const auto& [title, ordering] :
       {std::pair{"as it stands", source}, std::pair{"ordered", arguments.ordering}}) {
    auto order = observe(title, *clauses, ordering, arguments, session);
    if (!order) return false;
    orders.push_back(std::move(*order));
  }
  // Observations of orders that were played for different lengths cannot be compared.
  const bool observed = arguments.playouts > 0 && !interrupted();
  if (arguments.json) {
    Json json = {{"game", arguments.path},
                 {"playouts", arguments.playouts},
                 {"seed", arguments.seed},
                 {"interrupted", interrupted()}};
    json.update(game_orders_to_json(orders, arguments.shown, observed));
    print_json(json);
    if (!json["rules"].empty()) return true;
  } else {
    if (interrupted()) fmt::print("interrupted; estimates:\n");
    if (print_game_orders(orders, arguments.shown, observed)) return true;
  }
  if (arguments.shown.only.empty()) return true;
  session.diagnostics.error(
      {}, "usage",
      fmt::format("no plan is of a rule `{}`; `tesuji dump` lists them", arguments.shown.only));
  return false;
}

}  // namespace tesuji::tools
