// Lays out boards whose squares have six neighbours, as hexagons in lines. Finds such boards in
// facts that relate squares: `adjacent(X, Y, X2, Y2)`, or `left(a1, b1)` for places in one word. A
// layout fits if in it the squares of each fact are neighbours, in all six directions.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::tools {

struct BoardForm;

struct HexagonLayout {
  /// Where each line is relative to the one before it.
  enum class Shift : std::uint8_t {
    onward,    ///< half a hexagon further
    backward,  ///< half a hexagon back
    centred,   ///< the middles of all lines are above each other, as in a star
  };
  Shift shift = Shift::onward;
  bool by_columns = false;  ///< lines are the columns of the board, not its rows
};

/// Returns the middle of each square, right and down of the upper left one, in distances between
/// neighbours. `squares`: whether there is such a square, row by row.
[[nodiscard]] std::vector<std::pair<double, double>> hexagon_middles(
    HexagonLayout layout, std::size_t columns, const std::vector<bool>& squares);

/// Returns nothing if facts do not give squares six neighbours. Facts in one direction count for
/// both.
[[nodiscard]] std::optional<HexagonLayout> find_hexagons(const BoardForm& board,
                                                         const ir::Module& module);

}  // namespace tesuji::tools
