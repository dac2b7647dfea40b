// Turns boards the way people see them: by whose pieces are where at the start, by where dropped
// pieces fall, and by the names of variables for coordinates.
#pragma once

#include "tools/boards/board_form.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// Turns the board so that the first role's pieces are below the second role's; returns false, and
/// leaves it as it is, if rows and columns do not separate them. `cells`: the contents of squares
/// as they are numbered now.
bool turn_to_sides(BoardForm& board, const std::vector<std::string>& cells,
                   const std::vector<std::string>& roles);

/// Turns the board by the names of rules' variables for its coordinates, and of unary relations
/// over these: `x`, `c`, `col`, `column` and `file` are columns; `y` and `rank` are rows with the
/// first one at the bottom; `r` and `row` are rows with the first one at the top. Returns false if
/// names do not say which coordinate is which.
bool turn_to_names(BoardForm& board, const ir::Module& module);

}  // namespace tesuji::tools
