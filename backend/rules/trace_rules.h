// Runs production rules and records where each fact comes from.
#pragma once

#include "backend/rules/fact_origins.h"
#include "backend/rules/rule_strata.h"
#include "ir/core/diagnostics.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::driver {

/// A run that is over. The module has the numbers that it computed.
struct TracedRun {
  std::shared_ptr<const ir::Module> module;
  FactOrigins origins;
  runtime::ProductionResult result;
};

/// Runs the rules from the facts that the module starts with, in the interpreter; stratum by
/// stratum where `strata` has any (they are of this module), else in the order of the text. The
/// premises must be as they were read. Looks at the flag of the StopScope around it.
[[nodiscard]] TracedRun trace_rules(const std::shared_ptr<const ir::Module>& module,
                                    const std::vector<RuleStratum>& strata,
                                    const runtime::ProductionLimits& limits);

/// Whether a fact of a relation of this name is read as something else inside of `absent`: `less`.
[[nodiscard]] bool is_comparison_word(std::string_view name);

/// The strata of a rule set (passes/clauses/rule_strata.h); nothing where it has none (reported).
[[nodiscard]] std::optional<std::vector<RuleStratum>> strata_of(const ir::Module& module,
                                                                ir::Diagnostics& diagnostics);

}  // namespace tesuji::driver
