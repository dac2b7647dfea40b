// Represents bitboards: a game's questions as operations on whole words, one bit per square of a
// board.
//
// A *board* stores a relation over the squares: bit i belongs to square i. One operation combines
// two boards square by square, and shifting a board gives each square the bit of its neighbour. So
// eight rules for sixty-four squares are a dozen operations, whatever the position. A board has one
// word or several; facts without squares are words whose bits are all equal.
//
// The words of a program are ordered: operands come before the words that read them.
//
// Source: bitboards of chess programs (Adelson-Velsky, Arlazarov and others 1970), here generated
// from rules (passes/bitboards).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tesuji::ir {

using WordId = std::uint32_t;

inline constexpr std::uint32_t bits_of_board_word = 64;

struct BoardWord {
  enum class Kind : std::uint8_t {
    constant,    ///< `bits`
    fluents,     ///< bit i is fluent number Bitboards::inputs[bits][i] of the net
    fluent,      ///< all bits are fluent number `bits`
    moves,       ///< column `b` of the row for role `a`'s move (Bitboards::moves)
    both,        ///< `a` and `b`
    either,      ///< `a` or `b`
    complement,  ///< not `a`
    up,          ///< bit i is bit i - `bits` of `a`, or 0
    down,        ///< bit i is bit i + `bits` of `a`, or 0
    some,        ///< all bits 1 if any bit of `a` is 1, otherwise all 0
  };
  Kind kind = Kind::constant;
  WordId a = 0;
  WordId b = 0;
  std::uint64_t bits = 0;

  friend bool operator==(const BoardWord&, const BoardWord&) = default;
};

/// Values that depend on the moves of one role: a row for each of its moves in the net, and one for
/// the case that it makes none of them.
struct BoardMoves {
  std::uint32_t stride = 0;  ///< words in a row
  std::vector<std::uint64_t> words;
};

/// The position of an answer.
struct BoardBit {
  WordId word = 0;
  std::uint32_t bit = 0;
};

/// An input bit without a fluent, which is 0.
inline constexpr std::uint32_t no_fluent = std::numeric_limits<std::uint32_t>::max();

/// Answers to some of a net's questions, equal to the net's in every state for which the net is
/// valid.
struct Bitboards {
  std::vector<BoardWord> words;                    ///< the first is the constant 0
  std::vector<std::vector<std::uint32_t>> inputs;  ///< 64 fluents each
  std::vector<BoardMoves> moves;                   ///< by role
  /// As net_answers; empty if not answered.
  std::vector<BoardBit> legal;     ///< by move
  std::vector<BoardBit> terminal;  ///< one
  std::vector<BoardBit> next;      ///< by fluent
};

/// Calls visit(word) for each operand of this word.
template <typename Visit>
void each_operand(const BoardWord& word, Visit visit) {
  switch (word.kind) {
    case BoardWord::Kind::both:
    case BoardWord::Kind::either:
      visit(word.b);
      [[fallthrough]];
    case BoardWord::Kind::complement:
    case BoardWord::Kind::up:
    case BoardWord::Kind::down:
    case BoardWord::Kind::some:
      visit(word.a);
      break;
    case BoardWord::Kind::constant:
    case BoardWord::Kind::fluents:
    case BoardWord::Kind::fluent:
    case BoardWord::Kind::moves:
      break;
  }
}

/// Marks the words that an answer needs.
[[nodiscard]] std::vector<bool> needed_words(const Bitboards& boards,
                                             std::span<const BoardBit> answer);
/// Returns the number of these that are not constants.
[[nodiscard]] std::size_t count_operations(const Bitboards& boards,
                                           std::span<const BoardBit> answer);

}  // namespace tesuji::ir
