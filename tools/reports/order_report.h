// Reports the orders of a rule's premises, before and after, with their costs, in the form of the
// paper's tables.
#pragma once

#include "ir/module/module.h"
#include "passes/core/metarules.h"
#include "runtime/host/production/production.h"
#include "tools/base/report.h"

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

}  // namespace tesuji::tools
