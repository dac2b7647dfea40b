// Merges ground rules that are equal for each square into one term, over atoms that are classified
// first: constant, a function of the move of one role, or computed by bitboards.
#pragma once

#include "ir/nets/net.h"
#include "passes/bitboards/board_view.h"
#include "passes/nets/ground.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::passes {

// --- Atoms

/// Known facts about states, and roles that have only one move; by default none.
struct BoardCase {
  std::vector<std::uint32_t> true_fluents;   ///< positions in Net::fluents
  std::vector<std::uint32_t> false_fluents;  ///< the same
  std::vector<std::uint32_t> only_moves;     ///< by role, as NetCase::only_moves; may be empty
};

/// By move of a role, the last entry for none of them: whether the atom holds. 64 per word.
using HoldsByMove = std::vector<std::uint64_t>;

inline constexpr GroundAtom no_atom = std::numeric_limits<GroundAtom>::max();

struct BoardAtom {
  enum class Kind : std::uint8_t {
    never,
    always,
    fluent,   ///< `number`: position in Net::fluents
    by_move,  ///< depends only on the move of role `number`
    derived,  ///< defined by its rules
    unknown,  ///< depends on itself
  };
  Kind kind = Kind::never;
  std::uint32_t number = 0;
};

struct BoardAtoms {
  std::vector<BoardAtom> atoms;          ///< by ground atom
  std::vector<HoldsByMove> functions;    ///< by ground atom; empty unless by_move
  std::vector<GroundAtom> order;         ///< atoms with rules, after their dependencies
  std::vector<ir::RelationId> relation;  ///< by ground atom
  std::vector<std::size_t> rows;         ///< by role: its moves in the net, plus one for none
  std::vector<GroundAtom> next;          ///< by fluent; no_atom if no rule derives it
  std::vector<GroundAtom> legal;         ///< by move
  GroundAtom terminal = no_atom;
};

/// Returns nullopt if the functions of moves would take more than `most_words` words. `net` is the
/// program's; its fixed fluents and never-legal moves are known.
[[nodiscard]] std::optional<BoardAtoms> find_board_atoms(const GroundProgram& program,
                                                         const RulesByAtom& rules,
                                                         const ir::Net& net, const BoardCase& known,
                                                         std::size_t most_words);

/// Whether a literal is false, or true, by the kind of its atom.
[[nodiscard]] bool is_false(const BoardAtoms& atoms, GroundLiteral literal);
[[nodiscard]] bool is_true(const BoardAtoms& atoms, GroundLiteral literal);

// --- Terms
//
// Merges ground rules that are equal for each square into one term.
//
// The rules of an atom's board are grouped by the boards of their literals, the distance of these
// squares from the head's, and the role whose move they depend on. Each group is a *term*: a
// conjunction of shifted boards, restricted to the squares with such a rule, and of the required
// moves for each square.

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
