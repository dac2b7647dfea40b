// Chooses the grid of a game's boards, and where the tuples of each relation stand on them.
//
// What is wanted is few terms (board_terms.h). Relations are taken one after the other, beginning
// with the fluents that the grid is of, each time the one that has most rules with those before;
// of its views the one is taken by which these rules come to the fewest operations. Then each
// relation is looked at again beside all others.
#pragma once

#include "passes/bitboards/board_atoms.h"
#include "passes/bitboards/board_terms.h"
#include "passes/bitboards/board_view.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

struct BoardLayout {
  BoardFrame frame;
  std::vector<BoardView> views;  ///< by relation of GroundProgram::possible
  std::uint64_t cost = 0;        ///< operations, about
};

/// Nothing where no fluents suggest a grid.
[[nodiscard]] std::optional<BoardLayout> choose_board_layout(const GroundProgram& program,
                                                             const BoardAtoms& atoms,
                                                             std::uint32_t most_squares);

/// Whether boards have the atom: fluents, what is derived, and answers that depend on moves alone.
[[nodiscard]] bool is_placed(const GroundProgram& program, const BoardAtoms& atoms,
                             GroundAtom atom);

/// The places of all atoms that boards are to have. `boards`: how many there are.
[[nodiscard]] BoardPlaces place_atoms(const GroundProgram& program, const BoardAtoms& atoms,
                                      const BoardLayout& layout, BoardId& boards);

}  // namespace tesuji::passes
