// Maps the tuples of a relation to squares of boards.
//
// A *frame* is a grid: rows and columns, each for the values of a domain, and square number `row *
// stride + column`. A *view* selects which columns of a relation give the row and the column of the
// square; the others are labels, and each choice of these is a board. A label may be relative to
// the square: for `move(x1, y1, x2, y2)` on the squares (x1, y1) the boards are then the possible
// steps, instead of the target squares.
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

/// Maps values to rows and to columns.
struct BoardFrame {
  std::map<ir::Symbol, std::uint32_t> rows;
  std::map<ir::Symbol, std::uint32_t> columns;

  [[nodiscard]] std::uint32_t stride() const { return static_cast<std::uint32_t>(columns.size()); }
  [[nodiscard]] std::uint32_t squares() const {
    return static_cast<std::uint32_t>(rows.size()) * stride();
  }
  friend bool operator==(const BoardFrame&, const BoardFrame&) = default;
};

/// The meaning of a relation's column.
enum class BoardColumn : std::uint8_t { label, row, column, relative_to_row, relative_to_column };

using BoardView = std::vector<BoardColumn>;

using BoardId = std::uint32_t;
inline constexpr std::uint32_t no_square = std::numeric_limits<std::uint32_t>::max();

/// The place of a ground atom; `square` is no_square if its relation has no squares.
struct BoardPlace {
  BoardId board = 0;
  std::uint32_t square = no_square;
};

/// Returns grids that the fluents suggest: a row and a column of a relation, at most `most_squares`
/// squares, the largest first.
[[nodiscard]] std::vector<BoardFrame> board_frames(const ir::Module& possible,
                                                   std::uint32_t most_squares);

/// Returns the views that a relation's facts allow; the first has no squares.
[[nodiscard]] std::vector<BoardView> board_views(const ir::Relation& relation,
                                                 const BoardFrame& frame);

/// A tuple's square, and its labels as one number: within a relation and view whose labels fit into
/// a number (BoardCoordinates::numbers), tuples with the same number are on one board.
struct SquareOfRow {
  std::uint32_t square = no_square;
  std::uint64_t labels = 0;
};

/// Maps the constants of a relation's facts to a frame.
class BoardCoordinates {
 public:
  BoardCoordinates(const ir::Relation& relation, const BoardFrame& frame);

  /// Whether the labels of a view fit into 64-bit numbers.
  [[nodiscard]] bool numbers(const BoardView& view, const BoardFrame& frame) const;

  /// Returns the square of row `row` of the facts, by a view that they allow.
  [[nodiscard]] SquareOfRow square(std::size_t row, const BoardView& view,
                                   const BoardFrame& frame) const;

 private:
  struct Cell {
    std::uint32_t label = 0;  ///< position among the column's constants
    std::int32_t row = 0;     ///< in the frame; 0 if it is not a row
    std::int32_t column = 0;  ///< the same
  };
  std::size_t width_;
  std::vector<Cell> cells_;               ///< row-major
  std::vector<std::uint64_t> constants_;  ///< by column: number of constants
};

}  // namespace tesuji::passes
