// Implements Reversi on 8x8: bit 8 * (row - 1) + column - 1. Black begins; a player who cannot move
// passes, and the game is over when neither can. One vector handles all eight directions: lane i
// rotates the board by turn[i] bits, and on_board[i] are the squares that such a step does not
// carry around an edge. All lanes hold the same boards. Runs of discs are followed three squares at
// a time, which shortens the chain of dependent instructions.
#include "bitboard.h"

#include <tuple>
#include <utility>

namespace {

using bitboard::Board;
using Lanes = Board __attribute__((vector_size(64)));

constexpr Board not_west = 0xfefefefefefefefe;
constexpr Board not_east = 0x7f7f7f7f7f7f7f7f;
constexpr Board not_south = 0xffffffffffffff00;
constexpr Board not_north = 0x00ffffffffffffff;

// Steps north, south, east, west, north-east, north-west, south-east, south-west.
constexpr Lanes turn = {8, 56, 1, 63, 9, 7, 57, 55};
constexpr Lanes on_board = {
    not_south,           not_north,           not_west,           not_east, not_south& not_west,
    not_south& not_east, not_north& not_west, not_north& not_east};

constexpr Lanes twice = (turn * 2) & 63;
constexpr Lanes thrice = (turn * 3) & 63;

Lanes rotated(Lanes board, Lanes by) {
#if defined(__AVX512F__)
  // (Without a mask GCC 12 warns of variables in its own header.)
  return reinterpret_cast<Lanes>(_mm512_maskz_rolv_epi64(0xff, reinterpret_cast<__m512i>(board),
                                                         reinterpret_cast<__m512i>(by)));
#else
  return (board << by) | (board >> ((64 - by) & 63));
#endif
}

/// ORs all lanes into each lane.
Lanes any_lane(Lanes lanes) {
  lanes |= __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7, 0, 1, 2, 3);
  lanes |= __builtin_shufflevector(lanes, lanes, 2, 3, 0, 1, 6, 7, 4, 5);
  return lanes | __builtin_shufflevector(lanes, lanes, 1, 0, 3, 2, 5, 4, 7, 6);
}

/// For each direction, the run of `through` squares next to those of `from`, six at most, and the
/// square after it.
struct Runs {
  Lanes run;
  Lanes behind;
};
Runs runs(Lanes from, Lanes through) {
  through &= on_board;
  const Lanes pairs = through & rotated(through, turn);
  const Lanes triples = through & rotated(pairs, turn);
  Lanes run = (through & rotated(from, turn)) | (pairs & rotated(from, twice)) |
              (triples & rotated(from, thrice));
  run |= triples & rotated(run, thrice);
  return {run, rotated(run, turn) & on_board};
}

Lanes moves_of(Lanes own, Lanes other) {
  return any_lane(runs(own, other).behind & ~(own | other));
}

/// Returns the discs that a disc placed at `move` flips.
Lanes flips_of(Lanes own, Lanes other, Lanes move) {
  const Runs found = runs(move, other);
  return any_lane(found.run & ((found.behind & own) != 0));
}

class Reversi {
 public:
  bool over() const { return over_; }
  /// Returns the square to place a disc on; 0 to pass.
  Board choose(bitboard::Random& random) const {
    return moves_ == 0 ? 0 : random_bit(moves_, random);
  }
  template <class F>
  void for_each_move(F f) const {
    if (moves_ == 0) f(Board{0});
    bitboard::for_each_bit(moves_, f);
  }

  void play(Board square) {
    if (square != 0) {
      const Lanes move = Lanes{} + square;
      const Lanes flips = flips_of(own_, other_, move);
      own_ |= flips | move;
      other_ &= ~flips;
    }
    std::swap(own_, other_);
    black_to_move_ = !black_to_move_;
    moves_ = moves_of(own_, other_)[0];
    over_ = moves_ == 0 && moves_of(other_, own_)[0] == 0;
  }
  /// (move x y), or noop
  static Board move_of(const bitboard::Numbers& n) {
    return n[0] == 0 ? 0 : Board{1} << (8 * n[0] + n[1] - 9);
  }

  int value() const {
    const int own = std::popcount(own_[0]);
    const int other = std::popcount(other_[0]);
    if (own == other) return 50;
    return (own > other) == black_to_move_ ? 100 : 0;
  }
  auto key() const { return std::tuple(Board{own_[0]}, Board{other_[0]}, black_to_move_); }

 private:
  Lanes own_ = Lanes{} + 0x0000001008000000;    ///< of the player to move; black: (4,4), (5,5)
  Lanes other_ = Lanes{} + 0x0000000810000000;  ///< of the player who has just moved
  Board moves_ = moves_of(own_, other_)[0];
  bool over_ = false;
  bool black_to_move_ = true;
};

}  // namespace

int main(int argc, char** argv) {
  return bitboard::run<Reversi>(argc, argv);
}
