// Finds the squares of boards that moves name, for players who click.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/tied_columns.h"
#include "runtime/host/game/term_names.h"
#include "tools/boards/board_view.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
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

/// A part of a move's term: a place, or a word that names none.
struct MovePart {
  std::string word;  ///< of a place all its words
  std::optional<NamedPlace> place{};
  [[nodiscard]] bool is_square() const { return place && place->size() == 1; }
};

/// Determines which arguments of moves are coordinates of which board: those that the rules tie to
/// the board's columns (passes/analysis/tied_columns.h). If no rule does, such as rules without
/// variables, uses neighbouring arguments whose constants are coordinates.
class MovePlaces {
 public:
  /// Both must outlive it.
  MovePlaces(const ir::Module& module, const BoardView& view);

  /// Returns the places that a move of this name names, in the order of its arguments.
  [[nodiscard]] std::vector<NamedPlace> of(const std::string& move) const;

  /// Returns the words of a move in their order, without parentheses. A place stands where its
  /// first word is; words of places that no square has are words.
  [[nodiscard]] std::vector<MovePart> parts(const std::string& move) const;

  /// Marks the squares that moves of a joint move name singly; of a move that names none singly,
  /// the squares that have changed to hold something, if it is only one.
  void mark(DrawnState& state, const std::vector<std::string>& joint) const;

  /// How many places moves of a form name on a board.
  struct MoveForm {
    std::size_t squares = 0;
    std::size_t lines = 0;  ///< places without some of the coordinates
  };
  /// Returns one for each form of moves that names a place on the board.
  [[nodiscard]] std::vector<MoveForm> forms(std::size_t board) const;

 private:
  /// Columns of a move whose values are the coordinates of a place; some may be without one.
  struct Columns {
    std::size_t board = 0;
    std::vector<std::optional<std::uint32_t>> columns;
    [[nodiscard]] std::uint32_t begin() const;
    [[nodiscard]] bool is_square() const;
  };
  struct Shape {
    std::vector<std::string> words;  ///< of its term, including parentheses; `?`: a column
    std::vector<Columns> places;     ///< by the first of their columns
    /// Whether the words of a term have this form; sets the values of columns, of which 0 is the
    /// role's, and the word of each.
    [[nodiscard]] bool fits(const runtime::TermTokens& term, std::vector<std::string>& values,
                            std::vector<std::size_t>& at) const;
  };
  /// Squares, and the columns of a move that name them.
  struct FoundPlace {
    NamedPlace squares;
    std::vector<std::uint32_t> columns;
  };
  [[nodiscard]] std::vector<FoundPlace> find_places(const Shape& shape,
                                                    const std::vector<std::string>& values) const;
  /// Tied columns of fluents' columns: each is needed for all moves and boards.
  using Ties = std::map<std::pair<ir::RelationId, passes::ColumnTuple>, passes::TiedColumns>;
  [[nodiscard]] std::vector<Columns> by_ties(ir::RelationId move, const BoardView::Place& place,
                                             Ties& ties) const;
  [[nodiscard]] std::vector<Columns> by_domains(const ir::Relation& move,
                                                const BoardView::Place& place) const;

  const ir::Module& module_;
  const BoardView& view_;
  std::vector<BoardView::Place> boards_;
  std::vector<Shape> shapes_;
};

}  // namespace tesuji::tools
