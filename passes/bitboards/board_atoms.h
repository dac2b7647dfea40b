// Classifies the atoms of a ground program in states of one kind: constant, a function of the move
// of one role, or computed by bitboards.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/ground.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace tesuji::passes {

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

}  // namespace tesuji::passes
