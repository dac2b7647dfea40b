// Reports the results and costs of a run of production rules, as text and as JSON.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/production/production.h"
#include "tools/base/report.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// An operation of an agenda or a plan as text, `present voisine(?i, ?i4)`, with its trials.
struct TriedOperation {
  std::string text;
  std::size_t depth = 0;  ///< number of enclosing `exists`
  bool conclusion = false;
  bool inserted = false;  ///< inserted by a pass
  std::uint64_t trials = 0;
};

/// Prints an operation of a plan or an agenda: `present cell(?x, 1, _)`, `less (?a, ?b)`.
[[nodiscard]] std::string operation_text(const ir::Module& module,
                                         const std::vector<std::string>& variables,
                                         const ir::Operation& op);

/// Returns the operations in the order of the text, as in AgendaCounts::trials.
[[nodiscard]] std::vector<TriedOperation> tried_operations(const ir::Module& module,
                                                           const ir::Agenda& agenda,
                                                           const runtime::AgendaCounts& counts);

/// Returns its text, indented by its depth, with a mark if a pass inserted it.
[[nodiscard]] std::string line_of(const TriedOperation& operation);

/// Prints a number of trials: `12.5`, `304`, `8.08e+08`.
[[nodiscard]] std::string trials_text(double trials);

/// Prints facts in Prolog, `colour(black)`, in order of arrival, relations in the module's order.
/// The module must have the numbers that the run computed (driver::with_numbers).
[[nodiscard]] std::vector<std::string> fact_texts(const ir::Module& module,
                                                  const runtime::Facts& facts);

void print_counts(const ir::Module& module, const runtime::ProductionResult& result);
[[nodiscard]] Json to_json(const ir::Module& module, const runtime::ProductionResult& result);

/// Reports functions that had no value: where, why first, and how often. `module` must have the
/// run's numbers.
[[nodiscard]] Json failures_to_json(const ir::Module& module,
                                    const std::vector<runtime::ComputationFailure>& failures);

/// Returns the name of a run's end: `fixpoint`, `nodes`, `rounds`, `removals`, `cycle`,
/// `interrupted`, `memory`, `seconds`.
[[nodiscard]] std::string name_of(runtime::ProductionEnd end);

/// Returns why a run was stopped, as the end of a sentence; empty for `fixpoint`. `rounds`: number
/// of its rounds.
[[nodiscard]] std::string why_stopped(runtime::ProductionEnd end, std::uint64_t rounds,
                                      const runtime::ProductionLimits& limits);
/// Returns the exit code for a run that was stopped.
[[nodiscard]] int stop_code(runtime::ProductionEnd end);

}  // namespace tesuji::tools
