// Prints the derivation of a fact, for `tesuji run --why`.
#pragma once

#include "backend/driver/session.h"
#include "backend/rules/rule_strata.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"
#include "tools/options/time_limits.h"

#include <memory>
#include <string>
#include <vector>

namespace tesuji::tools {

struct WhyOptions {
  std::string fact;  ///< as text: `reached(c)`
  runtime::ProductionLimits limits;
  bool json = false;
  const TimeLimit* time = nullptr;  ///< null: only interrupts stop the run
};

/// Runs the rules, stratum by stratum if there are strata, and prints each step that led to the
/// fact: what the rule added, and from which premises. Reports (codes "parse", "undefined",
/// "arity", "not-found") if it is not a fact of the memory. Returns the exit code.
[[nodiscard]] int run_why(std::shared_ptr<const ir::Module> module,
                          const std::vector<driver::RuleStratum>& strata, const WhyOptions& options,
                          driver::Session& session);

}  // namespace tesuji::tools
