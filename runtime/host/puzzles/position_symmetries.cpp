#include "runtime/host/puzzles/position_symmetries.h"

#include "runtime/host/memory/word_bits.h"
#include "runtime/host/playouts/joint_moves.h"

#include <algorithm>
#include <bit>

namespace tesuji::runtime {

namespace {

constexpr std::size_t byte_values = 256;
constexpr std::size_t byte_bits = 8;
constexpr std::size_t most_parts = std::size_t{1} << 20U;

}  // namespace

PositionSymmetries::PositionSymmetries(std::vector<BitPermutation> group, State ignored)
    : group_(std::move(group)), ignored_(std::move(ignored)) {
  if (group_.empty()) return;
  bytes_ = group_.front().size() / byte_bits;
  const std::size_t words = group_.front().size() / word_bits;
  if (group_.size() * words * bytes_ * byte_values > most_parts) return;
  parts_.resize(group_.size() * words * bytes_ * byte_values);
  for (std::size_t k = 0; k < group_.size(); ++k) {
    for (std::size_t bit = 0; bit < group_[k].size(); ++bit) {
      const std::size_t image = group_[k][bit];
      const std::size_t byte = (k * words + image / word_bits) * bytes_ + bit / byte_bits;
      for (std::size_t value = 0; value < byte_values; ++value) {
        if ((value >> bit % byte_bits & 1U) == 0) continue;
        parts_[byte * byte_values + value] |= std::uint64_t{1} << (image % word_bits);
      }
    }
  }
}

std::uint64_t PositionSymmetries::image_word(std::size_t permutation, std::size_t word,
                                             StateView state) const {
  const std::uint64_t* part =
      parts_.data() + (permutation * state.size() + word) * bytes_ * byte_values;
  std::uint64_t image = 0;
  for (std::uint64_t left : state) {
    for (std::size_t byte = 0; byte < sizeof(left); ++byte, left >>= byte_bits) {
      image |= part[left % byte_values];
      part += byte_values;
    }
  }
  return image;
}

void PositionSymmetries::reduce(StateOut state) const {
  if (group_.empty()) return;
  smallest_.assign(state.begin(), state.end());
  image_.resize(state.size());
  std::size_t set_bits = 0;
  for (const std::uint64_t word : state) set_bits += static_cast<std::size_t>(std::popcount(word));
  // A word of an image costs a step for each byte of the state, and suffices to order most images.
  const bool by_bits = parts_.empty() || 2 * set_bits < bytes_;
  for (std::size_t i = 0; i < group_.size(); ++i) {
    if (by_bits) {
      std::ranges::fill(image_, 0);
      for (std::size_t k = 0; k < state.size(); ++k) {
        for (std::uint64_t left = state[k]; left != 0; left &= left - 1) {
          set_bit(image_,
                  group_[i][k * word_bits + static_cast<std::size_t>(std::countr_zero(left))]);
        }
      }
    }
    bool is_smaller = false;
    for (std::size_t k = 0; k < state.size(); ++k) {
      if (!by_bits) image_[k] = image_word(i, k, state);
      const std::uint64_t mask = ignored_.empty() ? ~std::uint64_t{0} : ~ignored_[k];
      if (is_smaller || (image_[k] & mask) == (smallest_[k] & mask)) continue;
      is_smaller = (image_[k] & mask) < (smallest_[k] & mask);
      if (!is_smaller) break;
    }
    if (is_smaller) smallest_.swap(image_);
  }
  std::ranges::copy(smallest_, state.begin());
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
