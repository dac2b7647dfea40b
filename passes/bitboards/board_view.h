// Where the tuples of a relation stand on boards.
//
// A *frame* is a grid: rows and columns, each for the values of a domain, and square number
// `row * stride + column`. A *view* says which columns of a relation give the row and the column of
// the square; the others are labels, and there is a board for each choice of these. A label may be
// relative to the square: of `move(x1, y1, x2, y2)` on the squares (x1, y1) the boards are then the
// steps that can be made, instead of the squares that are reached.
#pragma once

#include "ir/module/module.h"
#include "passes/nets/ground.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// Positions of the values of rows and columns.
struct BoardFrame {
  std::map<ir::Symbol, std::uint32_t> rows;
  std::map<ir::Symbol, std::uint32_t> columns;

  [[nodiscard]] std::uint32_t stride() const { return static_cast<std::uint32_t>(columns.size()); }
  [[nodiscard]] std::uint32_t squares() const {
    return static_cast<std::uint32_t>(rows.size()) * stride();
  }
  friend bool operator==(const BoardFrame&, const BoardFrame&) = default;
};

/// What a column of a relation is.
enum class BoardColumn : std::uint8_t { label, row, column, relative_to_row, relative_to_column };

using BoardView = std::vector<BoardColumn>;

using BoardId = std::uint32_t;
inline constexpr std::uint32_t no_square = std::numeric_limits<std::uint32_t>::max();

/// Where a ground atom stands; `square` is no_square where its relation has no squares.
struct BoardPlace {
  BoardId board = 0;
  std::uint32_t square = no_square;
};

/// Grids that the fluents suggest: a row and a column of a relation, `most_squares` at most, the
/// largest first.
[[nodiscard]] std::vector<BoardFrame> board_frames(const ir::Module& possible,
                                                   std::uint32_t most_squares);

/// The views that a relation's facts allow; the first has no squares.
[[nodiscard]] std::vector<BoardView> board_views(const ir::Relation& relation,
                                                 const BoardFrame& frame);

/// A tuple's square, and its labels as one number: of one relation and view that numbers can tell
/// apart (BoardCoordinates::numbers), tuples with the same number are on one board.
struct SquareOfRow {
  std::uint32_t square = no_square;
  std::uint64_t labels = 0;
};

/// Where the constants of a relation's facts are in a frame.
class BoardCoordinates {
 public:
  BoardCoordinates(const ir::Relation& relation, const BoardFrame& frame);

  /// Whether the labels of a view come to numbers of 64 bits.
  [[nodiscard]] bool numbers(const BoardView& view, const BoardFrame& frame) const;

  /// Of row `row` of the facts, by a view that they allow.
  [[nodiscard]] SquareOfRow square(std::size_t row, const BoardView& view,
                                   const BoardFrame& frame) const;

 private:
  struct Cell {
    std::uint32_t label = 0;  ///< position among the column's constants
    std::int32_t row = 0;     ///< in the frame; 0 where it is no row
    std::int32_t column = 0;  ///< the same
  };
  std::size_t width_;
  std::vector<Cell> cells_;               ///< row-major
  std::vector<std::uint64_t> constants_;  ///< by column: how many there are
};

}  // namespace tesuji::passes
