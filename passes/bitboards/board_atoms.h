// What the atoms of a ground program are where states of one kind are asked about: true or false
// in all of them, a function of the move of one role, or something that bitboards compute.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/ground.h"
#include "passes/nets/rules_by_atom.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// States of which something is known, and roles that have one move only; by default nothing.
struct BoardCase {
  std::vector<std::uint32_t> true_fluents;   ///< positions in Net::fluents
  std::vector<std::uint32_t> false_fluents;  ///< the same
  std::vector<std::uint32_t> only_moves;     ///< by role, as NetCase::only_moves; may be empty
};

/// By move of a role, and last for none of them: whether it holds. 64 to a word.
using HoldsByMove = std::vector<std::uint64_t>;

inline constexpr GroundAtom no_atom = std::numeric_limits<GroundAtom>::max();

struct BoardAtom {
  enum class Kind : std::uint8_t {
    never,
    always,
    fluent,   ///< `number`: position in Net::fluents
    by_move,  ///< depends on the move of role `number` alone
    derived,  ///< by its rules
    unknown,  ///< it depends on itself
  };
  Kind kind = Kind::never;
  std::uint32_t number = 0;
};

struct BoardAtoms {
  std::vector<BoardAtom> atoms;          ///< by ground atom
  std::vector<HoldsByMove> functions;    ///< by ground atom; empty where it is not by_move
  std::vector<GroundAtom> order;         ///< those with rules, after what they depend on
  std::vector<ir::RelationId> relation;  ///< by ground atom
  std::vector<std::size_t> rows;         ///< by role: its moves in the net, and one for none
  std::vector<GroundAtom> next;          ///< by fluent; no_atom where no rule derives it
  std::vector<GroundAtom> legal;         ///< by move
  GroundAtom terminal = no_atom;
};

/// Nothing where the functions of moves would take more than `most_words` words. `net`: of the
/// program; fluents that are fixed in it and moves that are never legal are known.
[[nodiscard]] std::optional<BoardAtoms> find_board_atoms(const GroundProgram& program,
                                                         const RulesByAtom& rules,
                                                         const ir::Net& net, const BoardCase& known,
                                                         std::size_t most_words);

/// Whether a literal is false, or true, by what its atom is.
[[nodiscard]] bool is_false(const BoardAtoms& atoms, GroundLiteral literal);
[[nodiscard]] bool is_true(const BoardAtoms& atoms, GroundLiteral literal);

}  // namespace tesuji::passes
