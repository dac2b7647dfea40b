// Reports the statistics of random play that `simulate --report` prints, for designers of games.
#pragma once

#include "backend/driver/rulesheet/rule_use.h"
#include "runtime/host/playouts/balance.h"
#include "tools/base/report.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// The statistics of the playouts, and the rules of the game.
struct BalanceReport {
  runtime::Balance balance;
  std::vector<std::string> roles;
  driver::RulesAsWritten written;
  std::vector<driver::RulesAsWritten::Rule> idle;  ///< rules that never derived anything
};

/// Prints lengths, choices, results, first-move advantage, goals and rules that were never used.
void print_balance(const BalanceReport& report, const ir::SourceMap& sources);

/// Returns the same as docs/cli/simulate.md describes it.
[[nodiscard]] Json to_json(const BalanceReport& report, const ir::SourceMap& sources);

}  // namespace tesuji::tools
