// Implements Connect Four on eight columns of six. A square is bit 7 * column + row; every seventh
// bit stays empty, so that lines do not wrap around the edge. Red begins.
#include "bitboard.h"

#include <utility>

namespace {

using bitboard::Board;

constexpr int column_bits = 7;
constexpr int rows = 6;
constexpr Board bottom = 0x0002040810204081;  // row 0 of all eight columns
constexpr Board top = bottom << (rows - 1);

bool has_line(Board stones) {
  for (const int step : {1, column_bits - 1, column_bits, column_bits + 1}) {
    const Board pairs = stones & (stones >> step);
    if ((pairs & (pairs >> (2 * step))) != 0) return true;
  }
  return false;
}

class ConnectFour {
 public:
  bool over() const { return won_ || open() == 0; }
  /// A move is the top square of its column.
  Board choose(bitboard::Random& random) const { return random_bit(open(), random); }
  template <class F>
  void for_each_move(F f) const {
    bitboard::for_each_bit(open(), f);
  }
  void play(Board move) {
    // The sum carries past the column's stones to its lowest empty square.
    const Board filled = taken_ | (taken_ + (move >> (rows - 1)));
    const Board stones = filled ^ other_;  // the mover's, including the new one
    won_ = has_line(stones);
    other_ = stones;
    taken_ = filled;
  }
  /// (drop x)
  static Board move_of(const bitboard::Numbers& n) {
    return Board{1} << (column_bits * (n[0] - 1) + rows - 1);
  }

  int value() const {
    if (!won_) return 50;
    return std::popcount(taken_) % 2 == 1 ? 100 : 0;
  }
  auto key() const { return std::pair(taken_, other_); }

 private:
  Board open() const { return top & ~taken_; }

  Board taken_ = 0;  ///< squares with stones
  Board other_ = 0;  ///< stones of the player who has just moved
  bool won_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  return bitboard::run<ConnectFour>(argc, argv);
}
