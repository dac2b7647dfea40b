// Finds the boards of a game in its rules, which way up each stands, and what is on it in a state;
// draws states as text, and returns them as data for pictures and pages (board_picture.h).
#pragma once

#include "frontend/gdl/board_comment.h"
#include "ir/module/module.h"
#include "runtime/host/game/game.h"
#include "tools/boards/board_form.h"
#include "tools/boards/side_panel.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {

/// The content of a square of a board.
struct DrawnSquare {
  /// The words of terms that name it, in their order: `1 2`, or `a1`; empty if the board has no
  /// such square.
  std::string place;
  std::string content;               ///< `x`, `white/pawn`; empty if no fluent has the square
  std::string shown;                 ///< a character, if names allow it; empty for an empty square
  std::optional<std::size_t> owner;  ///< role that owns the content, if one fits
  bool changed = false;              ///< another content than in the other state
  std::vector<PieceLook> looks{};    ///< what is drawn on it, from the bottom up
  bool moved = false;                ///< a move of the last joint move names it
  /// Fluents of one functor say that it is empty and that something is on it: probably a mistake.
  bool doubled = false;
};

/// Returns `plain`, `chequered`, `hexagons`, `holes` or `dots`.
[[nodiscard]] std::string_view name_of(Tiling tiling);

struct DrawnBoard {
  std::string functor;
  std::vector<std::string> rows;     ///< labels from the top
  std::vector<std::string> columns;  ///< from the left
  std::vector<DrawnSquare> squares;  ///< row by row
  /// Which word of a fluent begins the place; its functor is word 0.
  std::size_t first = 0;
  Tiling tiling = Tiling::plain;
  bool dark_corner = true;   ///< of a chequered board: the lower left square is dark
  HexagonLayout hexagons{};  ///< of a board of hexagons
  bool upwards = false;      ///< the row with the first coordinate is at the bottom
  /// Of a board of dots: the numbers of squares that lines join.
  std::vector<std::pair<std::size_t, std::size_t>> edges{};
  /// Of several boards with the same fluents, such as four quadrants: the place of this one.
  bool paged = false;
  std::size_t page_row = 0;
  std::size_t page_column = 0;
  /// Other fluents that are on this board: functor, and the word that begins the place.
  std::vector<std::pair<std::string, std::size_t>> layers{};
};

/// Boards, and the fluents that are not on a board.
struct DrawnState {
  std::vector<DrawnBoard> boards;
  std::vector<std::string> others;
  SidePanel panel{};  ///< the others, arranged
};

/// Determines from a module which of its fluents are on a board: those with two adjacent
/// coordinates, and otherwise only one or two terms for the content, or none, such as
/// `(cell ROW COLUMN CONTENT)`, `(piece COLOUR KIND ROW COLUMN)`, `(occupied ROW COLUMN)`.
/// Coordinates are small integers, consecutive letters, these after a common word (`c1`, `c2`, ..),
/// or constants that facts put in a row (board_coordinates.h), but not roles. A letter and a number
/// are a file and a rank as in chess, also within one word, as in `(cell a1 CONTENT)`. Three or
/// four coordinates before a content are several boards: `(cell BOARD ROW COLUMN CONTENT)`.
///
/// Fluents of another name with the same coordinates and other contents are on the same board. Of
/// several boards, those with the most squares are drawn and, if possible, only those with
/// something on them at the start, and those that legal moves depend on.
///
/// Which way up a board is, by the first of these that applies: a comment of the rulesheet
/// (frontend/gdl/board_comment.h); files and ranks; the first role's
/// pieces are at the bottom; what is dropped into a column falls down; the names of variables for
/// coordinates, such as `?row`, `?x`; else the first coordinate is the row, from the top.
class BoardView {
 public:
  /// `initial`: the fluents of the initial state, if known. `game`: plays moves to see where
  /// dropped pieces fall; may be null, and need not outlive the constructor.
  explicit BoardView(const ir::Module& module, const std::vector<std::string>& initial = {},
                     const runtime::Game* game = nullptr);

  [[nodiscard]] bool has_board() const { return !boards_.empty(); }

  /// Draws the boards, with labels at the left and below. Rows of hexagons lean as they do in
  /// pictures. One character a piece, if names allow it, with a legend below (board_pieces.h). `.`
  /// if no fluent gives the content, a blank if there is no such square, `#` if a fluent gives only
  /// the place. Several boards have headings. Lines join dots, and contents are between them. A
  /// square that fluents of one functor call both empty and occupied shows `.` beside the piece:
  /// `b+.`. With `colour`, escape sequences give pieces the colour of their role. Fluents that are
  /// not on a board follow on one line (facts_line). Ends in a newline. With another state, squares
  /// whose fluents differ there end in `*`, and so do listed fluents that it lacks.
  [[nodiscard]] std::string draw(const std::vector<std::string>& fluents,
                                 const std::vector<std::string>* other = nullptr,
                                 bool colour = false) const;

  /// Returns the same as data, for programs that draw. Without `other` no square is changed.
  [[nodiscard]] DrawnState squares(const std::vector<std::string>& fluents,
                                   const std::vector<std::string>* other = nullptr) const;

  /// Returns what the labels beside the board say of a square: `e2`, `2,3`; of several boards of
  /// the same fluents also which: `1:2,3`.
  [[nodiscard]] std::string square_label(std::size_t board, std::size_t square) const;
  /// Returns the label of the row or column that these squares of a board are; nothing if they are
  /// neither.
  [[nodiscard]] std::optional<std::string> line_label(
      std::size_t board, const std::vector<std::size_t>& squares) const;
  /// Returns the role whose piece is on each square of a board; nothing for squares without one.
  [[nodiscard]] std::vector<std::optional<std::size_t>> owners(
      std::size_t board, const std::vector<std::string>& fluents) const;

  /// Which words of a fluent are its square on the board of this number (as in squares()).
  struct Place {
    std::size_t board = 0;
    std::string functor;
    std::size_t words = 0;  ///< of a fluent, including its functor
    std::size_t first = 0;  ///< the word of the first coordinate
    std::size_t count = 2;  ///< coordinates; 1: one word is the whole place, such as a1
  };
  /// Several for a board with several fluents.
  [[nodiscard]] std::vector<Place> places() const;

  /// Returns the numbers of the squares with these coordinates, `Place::count` of them; without
  /// some, a row, a column, or a whole board.
  [[nodiscard]] std::vector<std::size_t> squares_at(
      std::size_t board, const std::vector<std::optional<std::string>>& coordinates) const;

 private:
  /// The content of each square of each board, and the fluents on none.
  struct Placed {
    std::vector<std::vector<std::string>> cells;
    std::vector<std::string> others;
    std::vector<std::set<std::size_t>> doubled;  ///< by board: as in DrawnSquare
  };

  void choose_boards(const ir::Module& module, const std::vector<std::string>& initial);
  void find_pieces(const ir::Module& module, const std::vector<std::string>& initial);
  void turn_boards(const ir::Module& module, const std::vector<std::string>& initial,
                   const runtime::Game* game);
  void choose_tilings(const ir::Module& module, const std::vector<std::string>& initial);
  /// Returns the comment about this board; null without one.
  [[nodiscard]] const frontend::BoardComment* comment_on(const BoardForm& board) const;

  /// As in DrawnSquare.
  [[nodiscard]] static std::string place_words(const BoardForm& board, std::size_t i);
  /// Removes the fluents that join dots of a board from the list; returns the numbers of the
  /// squares that they join.
  static std::vector<std::pair<std::size_t, std::size_t>> take_edges(
      const BoardForm& board, std::vector<std::string>& others);
  [[nodiscard]] Placed place(const std::vector<std::string>& fluents) const;
  [[nodiscard]] bool place(const std::string& fluent, Placed& placed) const;
  void draw_board(std::size_t number, const Placed& placed, const Placed* other, bool colour,
                  std::string& text) const;
  /// Draws a board of dots: as draw_board, with the lines between dots. `new_edges`: those that are
  /// drawn as changed.
  void draw_dots(const BoardForm& board, const std::vector<std::string>& cells,
                 const std::vector<std::string>* other,
                 const std::vector<std::pair<std::size_t, std::size_t>>& edges,
                 const std::vector<std::pair<std::size_t, std::size_t>>& new_edges, bool colour,
                 std::string& text) const;

  std::vector<BoardForm> boards_;
  std::vector<PileForm> piles_;
  std::vector<std::string> roles_;
  std::vector<frontend::BoardComment> comments_;
};

}  // namespace tesuji::tools
