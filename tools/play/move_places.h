// Finds the squares of boards that moves name, for players who click.
#pragma once

#include "ir/module/module.h"
#include "tools/play/board_view.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A square: its board, and its number there, as in BoardView::squares().
struct NamedSquare {
  std::size_t board = 0;
  std::size_t square = 0;
  friend bool operator==(const NamedSquare&, const NamedSquare&) = default;
};

/// Squares that are named together: one, or all with the coordinate that `(drop 3)` names. If
/// several boards have the place, one square of each.
using NamedPlace = std::vector<NamedSquare>;

/// Determines which arguments of moves are coordinates of which board: those that the rules tie to
/// the board's columns (passes/analysis/tied_columns.h). If no rule does, such as rules without
/// variables, uses neighbouring arguments whose constants are coordinates.
class MovePlaces {
 public:
  /// Both must outlive it.
  MovePlaces(const ir::Module& module, const BoardView& view);

  /// Returns the places that a move of this name names, in the order of its arguments.
  [[nodiscard]] std::vector<NamedPlace> of(const std::string& move) const;

 private:
  /// Columns of a move whose values are coordinates.
  struct Columns {
    std::size_t board = 0;
    std::optional<std::uint32_t> first;
    std::optional<std::uint32_t> second;
    [[nodiscard]] std::uint32_t begin() const;
  };
  struct Shape {
    std::vector<std::string> words;  ///< of its term, including parentheses; `?`: a column
    std::vector<Columns> places;     ///< by the first of their columns
  };
  [[nodiscard]] std::vector<Columns> by_ties(ir::RelationId move, std::size_t board) const;
  [[nodiscard]] std::vector<Columns> by_domains(const ir::Relation& move, std::size_t board) const;

  const ir::Module& module_;
  const BoardView& view_;
  std::vector<BoardView::Place> boards_;
  std::vector<Shape> shapes_;
};

}  // namespace tesuji::tools
