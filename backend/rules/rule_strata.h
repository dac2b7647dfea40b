// Runs production rules stratum by stratum (passes/clauses/rule_strata.h).
#pragma once

#include "backend/rules/production.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace tesuji::driver {

/// One stratum: the whole module, but only with the rules of this stratum.
struct RuleStratum {
  std::shared_ptr<ir::Module> module;
  std::vector<std::size_t> rules;  ///< the number of each of its rules in the whole module
};

/// `strata`: by rule, numbered from 0 without gaps.
[[nodiscard]] std::vector<RuleStratum> split_rules(const ir::Module& module,
                                                   const std::vector<std::uint32_t>& strata);

/// Returns the module with each rule in the form that its stratum has after passes. For reports.
[[nodiscard]] ir::Module join_rules(const ir::Module& module,
                                    const std::vector<RuleStratum>& strata);

/// Compiles a stratum.
using CompileStratum =
    std::function<std::unique_ptr<runtime::ProductionSystem>(const RuleStratum&)>;

/// Runs the strata in order, each from the memory that the earlier ones left. Counts are by the
/// whole module's rules; limits on trials and rounds are for all strata together.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> chain_strata(
    const std::vector<RuleStratum>& strata, const CompileStratum& compile);

}  // namespace tesuji::driver
