// Reports the statistics of random play that `simulate --report` prints, for designers of games.
#pragma once

#include "backend/driver/rulesheet/rule_use.h"
#include "runtime/host/playouts/balance.h"
#include "tools/base/report.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// What was played, and which rules it was played by.
struct BalanceReport {
  runtime::Balance balance;
  std::vector<std::string> roles;
  driver::RulesAsWritten written;
  std::vector<driver::RulesAsWritten::Rule> idle;  ///< never derived anything
};

/// Lengths, choices, results, first-move advantage, goals and rules that never came up.
void print_balance(const BalanceReport& report, const ir::SourceMap& sources);

/// The same as docs/cli/simulate.md describes it.
[[nodiscard]] Json to_json(const BalanceReport& report, const ir::SourceMap& sources);

}  // namespace tesuji::tools
