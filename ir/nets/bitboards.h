// Bitboards: a game's questions as operations on whole words, a bit for each square of a board.
//
// A *board* holds what a relation says of the squares: bit i of it, of square i. Two boards are
// combined square by square in one operation, and a board that is shifted says of each square what
// another one says of its neighbour. So eight rules for sixty-four squares are a dozen operations,
// whatever is on the board. A board is one word or several; facts without squares are words with
// all bits alike.
//
// The words of a program are in order: operands come before what reads them.
//
// Source: bitboards as chess programs have them (Adelson-Velsky, Arlazarov and others 1970), here
// made from rules (passes/bitboards).
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
    moves,       ///< column `b` of the row of the move that role `a` makes (Bitboards::moves)
    both,        ///< `a` and `b`
    either,      ///< `a` or `b`
    complement,  ///< not `a`
    up,          ///< bit i is bit i - `bits` of `a`, or 0
    down,        ///< bit i is bit i + `bits` of `a`, or 0
    some,        ///< all bits 1 where `a` has any, else all 0
  };
  Kind kind = Kind::constant;
  WordId a = 0;
  WordId b = 0;
  std::uint64_t bits = 0;

  friend bool operator==(const BoardWord&, const BoardWord&) = default;
};

/// What depends on the moves of one role alone: a row for each of its moves in the net, and one
/// for none of them.
struct BoardMoves {
  std::uint32_t stride = 0;  ///< words in a row
  std::vector<std::uint64_t> words;
};

/// Where an answer stands.
struct BoardBit {
  WordId word = 0;
  std::uint32_t bit = 0;
};

/// A bit of an input that is no fluent: it is 0.
inline constexpr std::uint32_t no_fluent = std::numeric_limits<std::uint32_t>::max();

/// Answers to some of the questions that a net answers, the same ones for every state that the net
/// is right about.
struct Bitboards {
  std::vector<BoardWord> words;                    ///< the first is the constant 0
  std::vector<std::vector<std::uint32_t>> inputs;  ///< 64 fluents each
  std::vector<BoardMoves> moves;                   ///< by role
  /// As net_answers; empty: not answered.
  std::vector<BoardBit> legal;     ///< by move
  std::vector<BoardBit> terminal;  ///< one
  std::vector<BoardBit> next;      ///< by fluent
};

/// visit(word) for each word that this one is made of.
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

/// The words that an answer needs: a flag each.
[[nodiscard]] std::vector<bool> needed_words(const Bitboards& boards,
                                             std::span<const BoardBit> answer);
/// How many of them are no constants.
[[nodiscard]] std::size_t count_operations(const Bitboards& boards,
                                           std::span<const BoardBit> answer);

}  // namespace tesuji::ir
