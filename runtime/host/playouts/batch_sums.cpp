#include "runtime/host/playouts/batch_sums.h"

namespace tesuji::runtime {

void add_sums(const tsj_batch_sums& sums, std::span<const std::uint64_t> goal_sums,
              std::span<const std::uint64_t> goal_counts, SimulationResult& result) {
  SimulationResult more;
  PlayoutStatistics& statistics = more.statistics;
  statistics.playouts = sums.playouts;
  statistics.steps = sums.steps;
  statistics.terminal = sums.terminal;
  statistics.cut = sums.cut;
  statistics.stuck = sums.stuck;
  statistics.goals_missing = sums.goals_missing;
  statistics.goals_ambiguous = sums.goals_several;
  statistics.goals_not_integer = sums.goals_no_integer;
  statistics.goal_sums.assign(goal_sums.begin(), goal_sums.end());
  statistics.goal_counts.assign(goal_counts.begin(), goal_counts.end());
  more.shortest = sums.playouts == 0 ? 0 : sums.shortest;
  more.longest = sums.longest;
  result.statistics.goal_sums.resize(goal_sums.size());
  result.statistics.goal_counts.resize(goal_counts.size());
  add(result, more);
}

}  // namespace tesuji::runtime
