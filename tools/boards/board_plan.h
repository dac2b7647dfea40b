// Where the squares of a board are in a picture.
#pragma once

#include "tools/boards/board_view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A square's place in the picture, in pixels.
struct SquareBox {
  double x = 0;  ///< of its middle
  double y = 0;
  double side = 0;
};

/// The places of a board's squares, from its upper left corner.
class BoardPlan {
 public:
  /// `side`: of a square, in pixels.
  BoardPlan(const DrawnBoard& board, double side);

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }
  [[nodiscard]] const SquareBox& box(std::size_t i) const { return boxes_[i]; }

 private:
  std::vector<SquareBox> boxes_;
  double width_ = 0;
  double height_ = 0;
};

[[nodiscard]] inline bool has_hexagons(const DrawnBoard& board) {
  return board.tiling == Tiling::hexagons;
}

/// Returns the corners of a hexagon as points of SVG. `by_columns`: as in HexagonLayout.
[[nodiscard]] std::string hexagon_points(const SquareBox& box, bool by_columns);

/// Returns the side of squares, in pixels, such that boards of usual sizes are about as wide as
/// each other.
[[nodiscard]] double side_for(const DrawnState& state);

}  // namespace tesuji::tools
