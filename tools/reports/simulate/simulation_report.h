// Reports random playouts: their results, the engine that played them, and its speed.
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

/// CPU seconds of the whole process, all threads.
struct CpuTimes {
  double setup = 0;     ///< from its start until the game could be played
  double playouts = 0;  ///< only the playouts
};

/// The playouts of a command, from all states together and from each.
struct Simulated {
  std::string path;             ///< of the game
  std::string engine;           ///< the engine that plays one by one; with `batch`, see BatchGame
  bool batch = false;           ///< many games at a time were requested
  bool has_state_list = false;  ///< a list of start states was given
  runtime::SimulationOptions options;
  runtime::SimulationResult all;
  std::vector<ListedState> states;
  std::vector<runtime::SimulationResult> of_each;
  std::optional<BalanceReport> report;
  CpuTimes cpu;
};

void print_simulation(const Simulated& simulated, const driver::BatchGame& game);

/// Returns the report as docs/cli/simulate.md describes it, without the balance report.
[[nodiscard]] Json simulation_json(const Simulated& simulated, const driver::BatchGame& game);

}  // namespace tesuji::tools
