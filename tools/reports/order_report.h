// Reports the orders of rules' premises, before and after, with their costs, in the form of the
// paper's tables: of production rules, and of a game's rules (`tesuji order GAME --explain`).
#pragma once

#include "backend/driver/session.h"
#include "ir/module/module.h"
#include "passes/core/metarules.h"
#include "runtime/host/production/production.h"
#include "tools/base/report.h"
#include "tools/reports/agenda_report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A run of a module's rules, in one order of their premises.
struct OrderedRun {
  std::string title;  ///< "as they stand", "ordered"
  const ir::Module* module = nullptr;
  runtime::ProductionResult result;
};

/// Returns the trials that the metarules predict, for each operation in the order of the text;
/// operations in existence tests as if these searched for every witness.
[[nodiscard]] std::vector<double> expected_trials(const ir::Module& module,
                                                  const ir::Agenda& agenda,
                                                  const passes::Metarules& metarules);

void print_orders(const std::vector<OrderedRun>& runs, const passes::Metarules& metarules);
[[nodiscard]] Json orders_to_json(const std::vector<OrderedRun>& runs,
                                  const passes::Metarules& metarules);

// Reports a game's plans with the expected and observed costs of their operations, in the form of
// the paper's tables.

/// An operation as text, `present true.cell(?x, ?y, b)`.
struct PlannedOperation : TriedOperation {
  bool tries = true;     ///< counts as a node: all except `exists` and the conclusion
  double estimated = 0;  ///< expected trials in an evaluation of the plan
};

/// A plan, and its counts.
struct PlannedRule {
  std::string name;  ///< `reached#2`, `reached#2, new tuples of literal 1` for a delta plan
  ir::Span span;     ///< the rule's
  std::vector<PlannedOperation> operations;
  std::uint64_t evaluations = 0;
  double estimated = 0;     ///< nodes of an evaluation
  std::uint64_t nodes = 0;  ///< of all evaluations
};

/// Returns all plans of the module, in their order. `trials`: per plan as in
/// interpreter::Program::trials; empty if nothing was counted.
[[nodiscard]] std::vector<PlannedRule> planned_rules(
    const ir::Module& module, const std::vector<std::vector<std::uint64_t>>& trials);

/// The rules of a game in one order.
struct OrderedGame {
  std::string title;  ///< "as it stands", "ordered"
  std::vector<PlannedRule> rules;
};

/// Which rules to report.
struct ShownRules {
  std::string only;      ///< of this name, or rules for this relation; empty: all
  std::size_t most = 0;  ///< this many of the most expensive, 0: all
};

/// Prints tables of the rules, the most expensive first, each in all orders: `observed`, or else
/// estimated. Returns false if `shown` names none.
[[nodiscard]] bool print_game_orders(const std::vector<OrderedGame>& orders,
                                     const ShownRules& shown, bool observed);
/// Returns the same as JSON; an empty array of rules if `shown` names none.
[[nodiscard]] Json game_orders_to_json(const std::vector<OrderedGame>& orders,
                                       const ShownRules& shown, bool observed);

struct OrderGameArguments {
  std::string path;  ///< rulesheet
  passes::Ordering ordering;
  ShownRules shown;
  std::uint64_t playouts = 0;  ///< random playouts to observe, the same in both orders; 0: none
  std::uint64_t seed = 1;
  bool json = false;
};

/// Prints the tables; returns false if something is wrong, which was reported.
[[nodiscard]] bool order_game(const OrderGameArguments& arguments, driver::Session& session);

}  // namespace tesuji::tools
