// Finds the squares of boards that moves name: for players who click.
#pragma once

#include "ir/module/module.h"
#include "tools/play/board_view.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A square: which board, and which of its squares, as BoardView::squares() has them.
struct NamedSquare {
  std::size_t board = 0;
  std::size_t square = 0;
  friend bool operator==(const NamedSquare&, const NamedSquare&) = default;
};

/// Squares that are named together: one, or all with the coordinate that `(drop 3)` names. The same
/// place of several boards is one of each.
using NamedPlace = std::vector<NamedSquare>;

/// Knows which arguments of moves are coordinates of which board: those that the rules tie to the
/// board's columns (passes/analysis/tied_columns.h). Where no rule does, as rules without
/// variables, neighbouring arguments of the coordinates' constants are.
class MovePlaces {
 public:
  /// Both must outlive it.
  MovePlaces(const ir::Module& module, const BoardView& view);

  /// What a move of this name names, in the order of its arguments.
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
    std::vector<std::string> words;  ///< of its term, parentheses too; `?`: a column
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
