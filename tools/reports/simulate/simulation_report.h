// Reports random playouts: what they come to, what played them, and how fast.
#pragma once

#include "backend/open/batch_game.h"
#include "runtime/host/playouts/simulation.h"
#include "tools/base/json.h"
#include "tools/files/state_list.h"
#include "tools/reports/balance_report.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// What was spent by the whole process, all threads; in seconds.
struct CpuTimes {
  double setup = 0;     ///< from its start until the game could be played
  double playouts = 0;  ///< the playouts alone
};

/// What a command played, from all states together and from each.
struct Simulated {
  std::string path;             ///< of the game
  std::string engine;           ///< what plays one by one; with `batch`, BatchGame says it
  bool batch = false;           ///< many games at a time were asked for
  bool has_state_list = false;  ///< and states to begin with
  runtime::SimulationOptions options;
  runtime::SimulationResult all;
  std::vector<ListedState> states;
  std::vector<runtime::SimulationResult> of_each;
  std::optional<BalanceReport> report;
  CpuTimes cpu;
};

void print_simulation(const Simulated& simulated, const driver::BatchGame& game);

/// The same as docs/cli/simulate.md describes it; all but the balance report.
[[nodiscard]] Json simulation_json(const Simulated& simulated, const driver::BatchGame& game);

}  // namespace tesuji::tools
