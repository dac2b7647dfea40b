// Implements noughts and crosses: nine bits per player; x begins.
#include "bitboard.h"

#include <array>
#include <utility>

namespace {

using bitboard::Board;

constexpr std::array<unsigned, 8> lines = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
constexpr unsigned full = 0777;

/// Computes for each set of squares whether it contains a line.
constexpr std::array<bool, 512> make_wins() {
  std::array<bool, 512> wins{};
  for (unsigned squares = 0; squares < wins.size(); ++squares) {
    for (const unsigned line : lines) wins[squares] = wins[squares] || (squares & line) == line;
  }
  return wins;
}
constexpr std::array<bool, 512> wins = make_wins();

class TicTacToe {
 public:
  bool over() const { return wins[other_] || empty_ == 0; }
  // The number of empty squares is known before the squares, so the random number need not wait.
  Board choose(bitboard::Random& random) const {
    return bitboard::nth_bit(full & ~(own_ | other_), random.below(empty_));
  }
  template <class F>
  void for_each_move(F f) const {
    bitboard::for_each_bit(full & ~(own_ | other_), f);
  }
  void play(Board move) {
    own_ = std::exchange(other_, own_ | move);
    --empty_;
  }
  /// (mark x y)
  static Board move_of(const bitboard::Numbers& n) { return Board{1} << (3 * n[0] + n[1] - 4); }

  int value() const {
    if (!wins[other_]) return 50;
    return empty_ % 2 == 0 ? 100 : 0;
  }
  auto key() const { return std::pair(own_, other_); }

 private:
  Board own_ = 0;    ///< of the player to move
  Board other_ = 0;  ///< of the player who has just moved
  unsigned empty_ = 9;
};

}  // namespace

int main(int argc, char** argv) {
  return bitboard::run<TicTacToe>(argc, argv);
}
