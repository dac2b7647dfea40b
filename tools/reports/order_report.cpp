#include "tools/reports/order_report.h"

#include "tools/base/json.h"

#include "backend/rules/order_rules.h"
#include "ir/module/agenda_premises.h"
#include "ir/module/repeated_variables.h"
#include "passes/ordering/agenda_views.h"
#include "tools/reports/agenda_report.h"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace tesuji::tools
