// Represents what is known of a board before there is a state: which fluents are on it, its rows
// and columns, and how it is drawn.
#pragma once

#include "ir/module/module.h"
#include "tools/boards/board_pieces.h"
#include "tools/boards/hexagons.h"
#include "tools/boards/piece_looks.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

enum class Tiling : std::uint8_t {
  plain,
  chequered,
  hexagons,
  holes,  ///< pieces fall from above into holes
  dots,   ///< squares are dots, joined by lines; contents are between dots
};

/// Fluents of one form whose words, from `first` on, are a place.
struct BoardLayer {
  std::string functor;
  std::size_t words = 0;  ///< of a fluent, including its functor
  std::size_t first = 0;  ///< which word is the first coordinate
};

struct BoardForm {
  std::vector<BoardLayer> layers;
  std::size_t count = 2;  ///< coordinates of a place; 1: one word is the whole place, such as a1
  std::size_t axes[2] = {0, 1};  ///< which coordinates are drawn on the board, in their order
  bool transposed = false;       ///< the first of the axes is the column
  /// The other coordinates: which, and their value on this board.
  std::vector<std::pair<std::size_t, std::string>> page;
  std::size_t page_row = 0;  ///< where among the boards of these fluents
  std::size_t page_column = 0;
  /// The same, along the first and the second axis, if the rules say so.
  std::optional<std::pair<std::size_t, std::size_t>> page_place;
  bool chess = false;    ///< ranks and files; then `rows` begins with the highest rank
  bool upwards = false;  ///< the row with the first value is at the bottom
  bool turned = false;   ///< rows are not as they are by default: they get labels
  std::vector<std::vector<ir::Symbol>> values;  ///< of each coordinate, in their order
  std::vector<std::string> rows;                ///< labels from the top
  std::vector<std::string> columns;             ///< from the left
  std::set<std::string> squares;                ///< their names, if one word is a whole place
  std::set<std::size_t> missing;  ///< squares that do not exist, by number: they are never named
  /// All possible contents of a square, if known; otherwise see `any`.
  std::vector<std::string> contents;
  bool any = false;
  BoardPieces pieces;
  PieceLooks looks;
  Tiling tiling = Tiling::plain;
  bool dark_corner = true;  ///< of a chequered board: the lower left square is dark
  HexagonLayout hexagons;   ///< of a board of hexagons
  std::string edges;        ///< functor of the fluents that join dots; empty: none

  [[nodiscard]] bool whole() const { return count == 1; }
  [[nodiscard]] std::size_t size() const { return rows.size() * columns.size(); }
  /// Whether there is such a square.
  [[nodiscard]] bool is_square(std::size_t i) const;
  /// Returns the words that name a square.
  [[nodiscard]] std::vector<std::string> coordinates(std::size_t i) const;
  /// Returns the square that the words of a fluent name on this layer; nothing if it is not
  /// on this board.
  [[nodiscard]] std::optional<std::size_t> square_of(const BoardLayer& layer,
                                                     const std::vector<std::string>& words) const;
  /// Swaps rows and columns, before they are labelled.
  void transpose();
};

}  // namespace tesuji::tools
