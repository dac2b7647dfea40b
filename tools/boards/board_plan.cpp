#include "tools/boards/board_plan.h"

#include "tools/boards/piece_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr double hexagon_height = 1.1547;  ///< from corner to corner, of one that is 1 wide

}  // namespace

BoardPlan::BoardPlan(const DrawnBoard& board, double side) {
  std::vector<bool> squares;
  for (const DrawnSquare& square : board.squares) {
    squares.push_back(!square.place.empty() || !square.looks.empty());
  }
  const std::size_t columns = board.columns.size();
  if (has_hexagons(board)) {
    const double tall = hexagon_height * side;
    const double wide = board.hexagons.by_columns ? tall : side;
    const double high = board.hexagons.by_columns ? side : tall;
    for (const auto& [right, down] : hexagon_middles(board.hexagons, columns, squares)) {
      boxes_.push_back({right * side + wide / 2, down * side + high / 2, side});
    }
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      if (!squares[i]) continue;
      width_ = std::max(width_, boxes_[i].x + wide / 2);
      height_ = std::max(height_, boxes_[i].y + high / 2);
    }
    return;
  }
  for (std::size_t i = 0; i < squares.size(); ++i) {
    boxes_.push_back({side * (static_cast<double>(i % columns) + 0.5),
                      side * (static_cast<double>(i / columns) + 0.5), side});
  }
  width_ = side * static_cast<double>(columns);
  height_ = side * static_cast<double>(board.rows.size());
}

std::string hexagon_points(const SquareBox& box, bool by_columns) {
  const double half = box.side / 2;
  const double tall = box.side * hexagon_height / 2;
  const std::array<std::pair<double, double>, 6> corners = {{{0, -tall},
                                                             {half, -tall / 2},
                                                             {half, tall / 2},
                                                             {0, tall},
                                                             {-half, tall / 2},
                                                             {-half, -tall / 2}}};
  std::string points;
  for (const auto& [x, y] : corners) {
    points +=
        fmt::format("{}{},{}", points.empty() ? "" : " ", svg_number(box.x + (by_columns ? y : x)),
                    svg_number(box.y + (by_columns ? x : y)));
  }
  return points;
}

double side_for(const DrawnState& state) {
  std::size_t most = 1;
  std::size_t pages = 1;
  for (const DrawnBoard& board : state.boards) {
    most = std::max({most, board.rows.size(), board.columns.size()});
    pages = std::max({pages, board.page_row + 1, board.page_column + 1});
  }
  most *= pages;
  return most <= 10 ? 48 : most <= 13 ? 40 : most <= 20 ? 32 : 24;
}

}  // namespace tesuji::tools
