// Implements Breakthrough on 8x8: bit 8 * (row - 1) + column - 1. White begins and moves up. The
// board is flipped after each move, so that the player to move always moves up.
#include "bitboard.h"

#include <tuple>

namespace {

using bitboard::Board;

constexpr Board first_rows = 0xffff;
constexpr Board last_row = 0xff00000000000000;
constexpr Board west = 0x0101010101010101;  // column 1
constexpr Board east = west << 7;

/// Returns the board flipped vertically, as the other player sees it.
Board turned(Board board) {
  return __builtin_bswap64(board);
}

struct Move {
  Board from;
  Board to;
};

class Breakthrough {
 public:
  bool over() const { return won_; }

  Move choose(bitboard::Random& random) const {
    const Targets t = targets();
    const auto ahead = static_cast<unsigned>(std::popcount(t.ahead));
    const auto left = static_cast<unsigned>(std::popcount(t.left));
    const auto right = static_cast<unsigned>(std::popcount(t.right));
    unsigned k = random.below(ahead + left + right);
    Board set = t.ahead;
    int step = 8;
    if (k >= ahead) {
      k -= ahead;
      const bool is_left = k < left;
      set = is_left ? t.left : t.right;
      step = is_left ? 7 : 9;
      k -= is_left ? 0 : left;
    }
    const Board to = bitboard::nth_bit(set, k);
    return {to >> step, to};
  }

  template <class F>
  void for_each_move(F f) const {
    const Targets t = targets();
    bitboard::for_each_bit(t.ahead, [&](Board to) { f(Move{to >> 8, to}); });
    bitboard::for_each_bit(t.left, [&](Board to) { f(Move{to >> 7, to}); });
    bitboard::for_each_bit(t.right, [&](Board to) { f(Move{to >> 9, to}); });
  }

  void play(Move move) {
    const Board own = own_ ^ move.from ^ move.to;
    const Board other = other_ & ~move.to;
    won_ = (own & last_row) != 0 || other == 0;
    own_ = turned(other);
    other_ = turned(own);
    white_to_move_ = !white_to_move_;
  }
  /// (move x1 y1 x2 y2)
  Move move_of(const bitboard::Numbers& n) const {
    const Board from = Board{1} << (8 * n[1] + n[0] - 9);
    const Board to = Board{1} << (8 * n[3] + n[2] - 9);
    return white_to_move_ ? Move{from, to} : Move{turned(from), turned(to)};
  }

  int value() const { return white_to_move_ ? 0 : 100; }
  auto key() const { return std::tuple(own_, other_, white_to_move_); }

 private:
  struct Targets {
    Board ahead;
    Board left;
    Board right;
  };
  Targets targets() const {
    return {(own_ << 8) & ~(own_ | other_), ((own_ & ~west) << 7) & ~own_,
            ((own_ & ~east) << 9) & ~own_};
  }

  Board own_ = first_rows;            ///< of the player to move
  Board other_ = turned(first_rows);  ///< of the player who has just moved
  bool white_to_move_ = true;
  bool won_ = false;  ///< by the player who has just moved
};

}  // namespace

int main(int argc, char** argv) {
  return bitboard::run<Breakthrough>(argc, argv);
}
