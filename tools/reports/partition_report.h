// Reports the solution of `tesuji solve --ranks`, as text and as JSON.
#pragma once

#include "runtime/host/partition/partitioned_solve.h"
#include "tools/base/report.h"

#include <string>
#include <vector>

namespace tesuji::tools {

struct PartitionScene {
  std::string path;
  const runtime::Game& game;
  runtime::PartitionedSolution solution;
  unsigned ranks = 1;
  std::size_t facts = 0;     ///< that states are numbered by
  double setup_seconds = 0;  ///< until the game could be played
  double seconds = 0;        ///< of solving, wall clock
};

[[nodiscard]] std::string partition_text(const PartitionScene& scene);
[[nodiscard]] Json partition_json(const PartitionScene& scene);

}  // namespace tesuji::tools
