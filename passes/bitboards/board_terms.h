// Merges ground rules that are equal for each square into one term.
//
// The rules of an atom's board are grouped by the boards of their literals, the distance of these
// squares from the head's, and the role whose move they depend on. Each group is a *term*: a
// conjunction of shifted boards, restricted to the squares with such a rule, and of the required
// moves for each square.
#pragma once

#include "passes/bitboards/board_atoms.h"
#include "passes/bitboards/board_view.h"

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tesuji::passes {

/// A literal of a term: `board` shifted by `distance` squares, or its complement. The distance of
/// boards without squares is 0.
struct BoardLiteral {
  BoardId board = 0;
  std::int32_t distance = 0;
  bool complemented = false;

  friend auto operator<=>(const BoardLiteral&, const BoardLiteral&) = default;
};

/// The common properties of a term's rules.
struct TermKey {
  BoardId head = 0;
  /// Whether the squares are those of the head. If not, the head has none, and the squares are
  /// those of the first literal with squares: the head holds if the term holds for any square.
  bool of_head = true;
  std::uint32_t role = no_role_of_term;  ///< role whose move it depends on
  std::vector<BoardLiteral> literals;    ///< ascending

  static constexpr std::uint32_t no_role_of_term = std::numeric_limits<std::uint32_t>::max();
  friend auto operator<=>(const TermKey&, const TermKey&) = default;
};

/// The squares of a term, ascending, with the required moves (empty: any). A term without squares
/// has only no_square.
using TermSquares = std::map<std::uint32_t, HoldsByMove>;

using BoardTerms = std::map<TermKey, TermSquares>;

/// The place of each ground atom on boards (is_placed of board_layout.h).
using BoardPlaces = std::vector<BoardPlace>;

enum class TermFault : std::uint8_t {
  none,
  never,    ///< the rule can never hold: no term
  unknown,  ///< it reads an atom that bitboards do not compute
};

/// Computes the term of a rule whose head is derived, and the square of the rule.
[[nodiscard]] TermFault term_of(const GroundProgram& program, const GroundRule& rule,
                                const BoardAtoms& atoms, const BoardPlaces& places, TermKey& key,
                                std::uint32_t& square);

/// Adds the rule to its term.
[[nodiscard]] TermFault add_rule(const GroundProgram& program, const GroundRule& rule,
                                 const BoardAtoms& atoms, const BoardPlaces& places,
                                 BoardTerms& terms);

}  // namespace tesuji::passes
