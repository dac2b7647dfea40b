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

/// One stratum: the whole module, with the rules of this stratum only.
struct RuleStratum {
  std::shared_ptr<ir::Module> module;
  std::vector<std::size_t> rules;  ///< of each of its rules the number in the whole module
};

/// `strata`: of each rule, from 0 on without gaps.
[[nodiscard]] std::vector<RuleStratum> split_rules(const ir::Module& module,
                                                   const std::vector<std::uint32_t>& strata);

/// The module with each rule as its stratum has it now, after passes. For reports.
[[nodiscard]] ir::Module join_rules(const ir::Module& module,
                                    const std::vector<RuleStratum>& strata);

/// Makes each stratum executable.
using CompileStratum =
    std::function<std::unique_ptr<runtime::ProductionSystem>(const RuleStratum&)>;

/// Chains one stratum after the other, each from what those before it left. Counts are by the whole
/// module's rules, limits on trials and rounds are for all strata together.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> chain_strata(
    const std::vector<RuleStratum>& strata, const CompileStratum& compile);

}  // namespace tesuji::driver
