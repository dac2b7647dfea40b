#include "runtime/host/game/move_numbers.h"

#include <algorithm>

namespace tesuji::runtime {
namespace {

/// A row of the net's numbers is at most so long, or so many times as long as they are many.
constexpr Move longest_row = Move{1} << 16U;
constexpr Move most_sparse = 16;

}  // namespace

void add_move_numbers(TableMemory& memory, const std::vector<Move>& plans_numbers,
                      tsj_game_data& data) {
  data.plans_numbers = memory.array(plans_numbers);
  std::vector<tsj_move_pair> pairs;
  for (Move move = 0; move < plans_numbers.size(); ++move) {
    if (plans_numbers[move] != no_move) pairs.push_back({plans_numbers[move], move});
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const auto& a, const auto& b) { return a.plans < b.plans; });
  const Move end = pairs.empty() ? 0 : pairs.back().plans + 1;
  if (end > std::max<Move>(longest_row, most_sparse * pairs.size())) {
    data.pairs = memory.array(pairs);
    data.pair_count = pairs.size();
    return;
  }
  std::vector<std::uint32_t> row(std::max<Move>(end, 1), TSJ_NONE);
  for (const tsj_move_pair& pair : pairs)
    row[pair.plans] = static_cast<std::uint32_t>(pair.circuit);
  data.circuit_numbers = memory.array(row);
  data.circuit_number_count = row.size();
}

}  // namespace tesuji::runtime
