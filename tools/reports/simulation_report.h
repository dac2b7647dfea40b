// Reports random playouts: their results, the engine that played them, and its speed. Also draws
// their distributions, and prints progress each second.
#pragma once

#include "backend/open/batch_game.h"
#include "runtime/host/game/game.h"
#include "runtime/host/playouts/lane_playouts.h"
#include "runtime/host/playouts/simulation.h"
#include "tools/base/json.h"
#include "tools/base/progress.h"
#include "tools/files/state_list.h"
#include "tools/reports/balance_report.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
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

/// Returns lengths, and goals by role, of the counted playouts (SimulationOptions::distributions),
/// as SVG.
[[nodiscard]] std::string simulation_svg(const runtime::Game& game,
                                         const runtime::SimulationResult& result);

/// Shows how many playouts have been made, from its construction to its destruction.
class SimulationProgress {
 public:
  /// `playouts` will be played from each of this many states; UINT64_MAX: as many as time allows.
  /// `seconds`: to play; 0: no limit. `device` may be null.
  SimulationProgress(const ProgressFlags& flags, std::size_t starts, std::uint64_t playouts,
                     double seconds, std::shared_ptr<const runtime::LaneDevice> device);
  SimulationProgress(const SimulationProgress&) = delete;
  SimulationProgress& operator=(const SimulationProgress&) = delete;

  /// For SimulationOptions::progress.
  [[nodiscard]] std::atomic<std::uint64_t>* counter() { return &played_; }

 private:
  std::atomic<std::uint64_t> played_{0};
  ProgressLine line_;  ///< must be destroyed first
};

}  // namespace tesuji::tools
