// Reports the solution of `tesuji solve --ranks`, as text and as JSON.
#pragma once

#include "runtime/host/partition/partitioned_solve.h"
#include "tools/base/report.h"
#include "tools/files/state_list.h"
#include "tools/reports/solve_report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tools {

struct PartitionScene {
  std::string path;
  const runtime::Game& game;
  runtime::PartitionedSolution solution;
  unsigned ranks = 1;
  std::size_t facts = 0;     ///< used to number states
  double setup_seconds = 0;  ///< until the game could be played
  double seconds = 0;        ///< of solving, wall clock
};

/// Converts answers about listed states to a scene of lines; omits states that cannot be reached.
[[nodiscard]] SolveScene lines_of(const PartitionScene& scene,
                                  const std::vector<ListedState>& listed);
/// Returns the lines of states that cannot be reached.
[[nodiscard]] std::vector<std::uint32_t> unreached_lines(const PartitionScene& scene,
                                                         const std::vector<ListedState>& listed);

/// Converts the solution to the `solve` report of a whole game. Boards are unknown.
[[nodiscard]] SolveScene whole_of(const PartitionScene& scene);

[[nodiscard]] std::string partition_text(const PartitionScene& scene);
[[nodiscard]] Json partition_json(const PartitionScene& scene);

}  // namespace tesuji::tools
