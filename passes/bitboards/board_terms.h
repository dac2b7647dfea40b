// Ground rules that say the same of each square, as one term.
//
// The rules of an atom's board are grouped by what they read: the boards of their literals, how
// many squares these are away from the head's, and whose move they depend on. Each group is a
// *term*: a conjunction of shifted boards for the squares that have such a rule, and of what the
// move has to be on each of them.
#pragma once

#include "passes/bitboards/board_atoms.h"
#include "passes/bitboards/board_view.h"

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tesuji::passes {

/// A literal of a term: `board`, `distance` squares further on than it says, or its complement. The
/// distance of boards without squares is 0.
struct BoardLiteral {
  BoardId board = 0;
  std::int32_t distance = 0;
  bool complemented = false;

  friend auto operator<=>(const BoardLiteral&, const BoardLiteral&) = default;
};

/// What rules of one term have in common.
struct TermKey {
  BoardId head = 0;
  /// Whether the squares are those of the head. If not, the head has none, and the squares are
  /// those of the first literal that has some: the head holds where the term holds of any.
  bool of_head = true;
  std::uint32_t role = no_role_of_term;  ///< whose move it depends on
  std::vector<BoardLiteral> literals;    ///< ascending

  static constexpr std::uint32_t no_role_of_term = std::numeric_limits<std::uint32_t>::max();
  friend auto operator<=>(const TermKey&, const TermKey&) = default;
};

/// The squares of a term, ascending, and of each what the move has to be (empty: anything). A term
/// of no squares at all has no_square alone.
using TermSquares = std::map<std::uint32_t, HoldsByMove>;

using BoardTerms = std::map<TermKey, TermSquares>;

/// Where each ground atom stands that boards are to have (is_placed of board_layout.h).
using BoardPlaces = std::vector<BoardPlace>;

enum class TermFault : std::uint8_t {
  none,
  never,    ///< the rule cannot hold: no term
  unknown,  ///< it reads what bitboards do not compute
};

/// The term of a rule whose head is derived, and the square that the rule is about.
[[nodiscard]] TermFault term_of(const GroundProgram& program, const GroundRule& rule,
                                const BoardAtoms& atoms, const BoardPlaces& places, TermKey& key,
                                std::uint32_t& square);

/// Adds the rule to its term.
[[nodiscard]] TermFault add_rule(const GroundProgram& program, const GroundRule& rule,
                                 const BoardAtoms& atoms, const BoardPlaces& places,
                                 BoardTerms& terms);

}  // namespace tesuji::passes
