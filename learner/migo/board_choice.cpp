#include "learner/migo/board_choice.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tesuji::learner {

void BoardChoice::record(std::size_t board, Outcome outcome) {
  if (games_.size() <= board) games_.resize(board + 1);
  ++games_[board][static_cast<std::size_t>(outcome)];
}

double BoardChoice::information(std::size_t board) const {
  std::array<double, 3> counts{1, 1, 1};
  if (board < games_.size()) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts.at(i) += static_cast<double>(games_[board].at(i));
    }
  }
  const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
  double bits = 0;
  for (const double count : counts) bits -= count / sum * std::log2(count / sum);
  return bits;
}

std::vector<std::size_t> BoardChoice::best(
    std::size_t count, const std::function<bool(std::size_t)>& is_settled) const {
  constexpr double same = 1e-9;
  double most = -1;
  std::vector<std::size_t> result;
  for (std::size_t board = 0; board < count; ++board) {
    const double bits = is_settled(board) ? 0 : information(board);
    if (bits < most - same) continue;
    if (bits > most + same) result.clear();
    most = std::max(most, bits);
    result.push_back(board);
  }
  return result;
}

}  // namespace tesuji::learner
