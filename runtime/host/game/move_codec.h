// Moves: from `legal` tuples to move ids, from joint moves to `does` rows, names.
#pragma once

#include "runtime/core/tesuji/abi.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/tabled_game.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/memory/mixed_radix.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Immutable after construction; safe for many threads.
class MoveCodec {
 public:
  MoveCodec(std::vector<TableMoves> moves, const std::vector<std::string>& roles);

  /// Appends the legal moves that an entry left in scratch memory, per role,
  /// ascending. Tuples for what is no role of the game are left out.
  void collect(const tsj_scratch& scratch, std::vector<std::vector<Move>>& moves) const;

  /// Makes the tables of `does` hold exactly the rows of this joint move.
  void make(std::span<const Move> joint, tsj_scratch& scratch) const;
  /// Empties the tables of `does`.
  void unmake(tsj_scratch& scratch) const;

  [[nodiscard]] std::string name(Move move) const;
  [[nodiscard]] std::optional<Move> find(std::string_view name) const;

 private:
  /// Legal tuples of one role: a range of bits in scratch memory.
  struct BitRange {
    Role role;
    std::size_t word;     ///< where the relation begins in scratch memory
    std::uint64_t begin;  ///< bits of the relation
    std::uint64_t count;
    Move first;
  };
  struct Rows {
    std::uint32_t table;
    std::size_t shape;
  };
  struct Shape {
    Move first;
    std::uint64_t count;  ///< moves of this shape
    MixedRadix radix;     ///< of the move's arguments
    TermShape term;
    std::vector<std::uint32_t> roles;  ///< legal's column 0: position -> Role, or no_role
    bool has_does;
    std::uint32_t does_table;
    std::vector<std::uint32_t> does_roles;  ///< Role -> position in does' column 0, or no_value
    /// Per argument: position for legal -> position for does, or no_value.
    std::vector<std::vector<std::uint32_t>> arguments;
    /// Where there are few moves: the arguments of each, translated (no_value in
    /// the first place where the move makes no row).
    std::vector<std::uint32_t> translated;
  };

  [[nodiscard]] const Shape* shape_of(Move move) const;
  static bool translate(const Shape& shape, std::uint64_t number, std::uint32_t* arguments);
  /// The arguments of the shape's move as positions for `does`, in the shape's own
  /// memory or in `room`; nullptr where the move makes no row.
  static const std::uint32_t* arguments_of(const Shape& shape, std::uint64_t number,
                                           std::vector<std::uint32_t>& room);

  std::size_t role_count_ = 0;
  std::vector<std::uint32_t> lists_;  ///< tables of `does`
  std::vector<Shape> shapes_;         ///< by ascending first move
  std::vector<BitRange> bits_;        ///< by role, then by first move
  std::vector<Rows> rows_;
  TermIndex index_;
};

}  // namespace tesuji::runtime
