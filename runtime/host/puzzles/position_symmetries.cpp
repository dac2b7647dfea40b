#include "runtime/host/puzzles/position_symmetries.h"

#include "runtime/host/memory/word_bits.h"
#include "runtime/host/playouts/joint_moves.h"

#include <algorithm>
#include <bit>

namespace tesuji::runtime {

void PositionSymmetries::reduce(StateOut state) const {
  if (group_.empty()) return;
  smallest_.assign(state.begin(), state.end());
  image_.resize(state.size());
  for (const BitPermutation& permutation : group_) {
    std::ranges::fill(image_, 0);
    for (std::size_t k = 0; k < state.size(); ++k) {
      for (std::uint64_t left = state[k]; left != 0; left &= left - 1) {
        set_bit(image_,
                permutation[k * word_bits + static_cast<std::size_t>(std::countr_zero(left))]);
      }
    }
    if (is_smaller(image_, smallest_)) smallest_.swap(image_);
  }
  std::ranges::copy(smallest_, state.begin());
}

bool PositionSymmetries::is_smaller(StateView a, StateView b) const {
  for (std::size_t k = 0; k < a.size(); ++k) {
    const std::uint64_t mask = ignored_.empty() ? ~std::uint64_t{0} : ~ignored_[k];
    if (((a[k] ^ b[k]) & mask) != 0) return (a[k] & mask) < (b[k] & mask);
  }
  return false;
}

bool PositionSymmetries::follow(const Game& game, const StateTable& table,
                                std::span<const StateTable::Index> path, State& now,
                                std::vector<std::vector<Move>>& line) const {
  const auto scratch = game.make_scratch();
  std::vector<std::vector<Move>> legal;
  State next(game.state_words());
  State reduced;
  for (std::size_t k = 1; k < path.size(); ++k) {
    game.legal(now, *scratch, legal);
    JointMoves moves(legal);
    bool is_found = false;
    if (moves.count() == 0) return false;
    do {
      game.next(now, moves.joint(), *scratch, next);
      reduced = next;
      reduce(reduced);
      is_found = table.find(reduced, table.hash(reduced)) == path[k];
    } while (!is_found && moves.advance());
    if (!is_found) return false;
    line.emplace_back(moves.joint().begin(), moves.joint().end());
    now.swap(next);
  }
  return true;
}

}  // namespace tesuji::runtime
