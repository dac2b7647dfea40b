// Runs production rules and records the origin of each fact.
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

/// A finished run. The module contains the numbers that it computed.
struct TracedRun {
  std::shared_ptr<const ir::Module> module;
  FactOrigins origins;
  runtime::ProductionResult result;
};

/// Runs the rules on the module's initial facts, in the interpreter; stratum by stratum if `strata`
/// is not empty (they must be of this module), else in the order of the text. The premises must be
/// as read. Polls the flag of the enclosing StopScope.
[[nodiscard]] TracedRun trace_rules(const std::shared_ptr<const ir::Module>& module,
                                    const std::vector<RuleStratum>& strata,
                                    const runtime::ProductionLimits& limits);

/// Whether a relation of this name, such as `less`, is read as a comparison inside `absent`.
[[nodiscard]] bool is_comparison_word(std::string_view name);

/// Returns the strata of a rule set (passes/clauses/rule_strata.h); nothing if it has none
/// (reported).
[[nodiscard]] std::optional<std::vector<RuleStratum>> strata_of(const ir::Module& module,
                                                                ir::Diagnostics& diagnostics);

}  // namespace tesuji::driver
