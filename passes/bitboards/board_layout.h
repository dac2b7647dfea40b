// Chooses the grid of a game's boards, and the position of each relation's tuples on them.
//
// The aim is to have few terms (board_terms.h). Processes relations one by one, beginning with the
// fluents of the grid, each time the one with the most rules shared with earlier ones; chooses the
// view for which these rules need the fewest operations. Then reconsiders each relation with all
// others placed.
#pragma once

#include "passes/bitboards/board_terms.h"
#include "passes/bitboards/board_view.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

struct BoardLayout {
  BoardFrame frame;
  std::vector<BoardView> views;  ///< by relation of GroundProgram::possible
  std::uint64_t cost = 0;        ///< approximate number of operations
};

/// Returns nullopt if no fluents suggest a grid.
[[nodiscard]] std::optional<BoardLayout> choose_board_layout(const GroundProgram& program,
                                                             const BoardAtoms& atoms,
                                                             std::uint32_t most_squares);

/// Whether boards contain the atom: fluents, derived atoms, and answers that depend only on moves.
[[nodiscard]] bool is_placed(const GroundProgram& program, const BoardAtoms& atoms,
                             GroundAtom atom);

/// Returns the places of all atoms on boards. `boards` receives the number of boards.
[[nodiscard]] BoardPlaces place_atoms(const GroundProgram& program, const BoardAtoms& atoms,
                                      const BoardLayout& layout, BoardId& boards);

}  // namespace tesuji::passes
