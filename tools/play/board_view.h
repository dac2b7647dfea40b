// Draws a state: fluents with two coordinates as a board, the rest as a list; as text, as data for
// other drawings, and as JSON.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/game/game.h"
#include "tools/base/report.h"
#include "tools/play/board_pieces.h"

#include <optional>
#include <set>
#include <string>
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
};

struct DrawnBoard {
  std::string functor;
  std::vector<std::string> rows;     ///< labels from the top
  std::vector<std::string> columns;  ///< from the left
  std::vector<DrawnSquare> squares;  ///< row by row
  /// Which word of a fluent begins the place; its functor is word 0.
  std::size_t first = 0;
};

/// Boards, and the fluents that are not on a board.
struct DrawnState {
  std::vector<DrawnBoard> boards;
  std::vector<std::string> others;
};

/// Determines from a module which of its fluents are on a board: those with two adjacent
/// coordinates, and otherwise only one or two terms for the content, or none, such as
/// `(cell ROW COLUMN CONTENT)`, `(piece COLOUR KIND ROW COLUMN)`, `(occupied ROW COLUMN)`.
/// Coordinates are small integers, consecutive letters, or these after a common word (`c1`, `c2`,
/// ..), but not roles. A letter and a number are a file and a rank as in chess, also within one
/// word, as in `(cell a1 CONTENT)`.
class BoardView {
 public:
  /// `initial`: the fluents of the initial state, if known. They determine which way up a board is:
  /// along the coordinate that separates the pieces of the first two roles, with the first role's
  /// at the bottom. Of several boards, those with the most squares are drawn and, if possible, only
  /// those with something on them at the start.
  explicit BoardView(const ir::Module& module, const std::vector<std::string>& initial = {});

  [[nodiscard]] bool has_board() const { return !boards_.empty(); }

  /// Draws rows by the first coordinate from the top, columns by the second from the left, both in
  /// ascending order; but files are columns, and ranks are rows with the highest at the top, both
  /// with labels, as are boards that the initial state has turned. One character a piece, if names
  /// allow it, with a legend below (board_pieces.h). `.` if no fluent gives the content, a blank if
  /// there is no such square, `#` if a fluent gives only the place. Several boards have headings.
  /// With `colour`, escape sequences give pieces the colour of their role. Fluents that are not on
  /// a board follow on one line. Ends in a newline. With another state, squares whose fluents
  /// differ there end in `*`, and so do listed fluents that it lacks.
  [[nodiscard]] std::string draw(const std::vector<std::string>& fluents,
                                 const std::vector<std::string>* other = nullptr,
                                 bool colour = false) const;

  /// Returns the same as data, for programs that draw. Without `other` no square is changed.
  [[nodiscard]] DrawnState squares(const std::vector<std::string>& fluents,
                                   const std::vector<std::string>* other = nullptr) const;

  /// Which words of a fluent are its square on the board of this number (as in squares()).
  struct Place {
    std::string functor;
    std::size_t words = 0;  ///< of a fluent, including its functor
    std::size_t first = 0;  ///< the word of the first coordinate
    bool whole = false;     ///< that word is the whole place, such as a1; else the next is the
                            ///< second
  };
  [[nodiscard]] std::vector<Place> places() const;

  /// Returns the numbers of the squares with these coordinates; without one, a whole row or column.
  /// Ignores `second` if one word is the whole place.
  [[nodiscard]] std::vector<std::size_t> squares_at(std::size_t board,
                                                    const std::optional<std::string>& first,
                                                    const std::optional<std::string>& second) const;

  /// Returns the same as HTML: a `<table class="board">` for each board, with labels, and
  /// `<p class="fluents">` with the list. Differences from the other state have class `changed`.
  [[nodiscard]] std::string draw_html(const std::vector<std::string>& fluents,
                                      const std::vector<std::string>* other = nullptr) const;

 private:
  struct Board {
    std::string functor;
    std::size_t words = 0;    ///< of a fluent, including its functor
    std::size_t first = 0;    ///< which word is the first coordinate
    bool chess = false;       ///< ranks and files; then `rows` begins with the highest rank
    bool transposed = false;  ///< the first coordinate is the column
    bool turned = false;      ///< the initial state has turned the rows
    std::vector<ir::Symbol> values[2];  ///< of the first and the second coordinate
    std::vector<std::string> rows;
    std::vector<std::string> columns;
    std::set<std::string> squares;  ///< their names, if one word is a whole place
    /// All possible contents of a square, if known; otherwise see `any`.
    std::vector<std::string> contents;
    bool any = false;
    BoardPieces pieces;
  };
  /// The content of each square of each board, and the fluents on none.
  struct Placed {
    std::vector<std::vector<std::string>> cells;
    std::vector<std::string> others;
  };

  void find_boards(const ir::Module& module);
  /// Finds fluents with places such as a1 in a single column.
  void find_squares(const ir::Module& module, const std::vector<std::string>& words,
                    const std::vector<ir::DomainId>& domains);
  /// Adds what a relation's fluents can put on a square of the board.
  static void add_contents(Board& board, const ir::Module& module,
                           const std::vector<std::string>& words,
                           const std::vector<ir::DomainId>& domains);
  void name_sides(const ir::Module& module);
  void choose_boards(const std::vector<std::string>& initial);
  static void turn_upright(Board& board, const std::vector<std::string>& cells,
                           const std::vector<std::string>& roles);
  /// Whether there is such a square.
  static bool is_square(const Board& board, std::size_t i);
  /// As in DrawnSquare.
  [[nodiscard]] static std::string place_words(const Board& board, std::size_t i);
  /// Returns the same as one or two words.
  [[nodiscard]] static std::vector<std::string> coordinates(const Board& board, std::size_t i);
  [[nodiscard]] Placed place(const std::vector<std::string>& fluents) const;
  [[nodiscard]] bool place(const std::string& fluent, Placed& placed) const;
  void draw_board(const Board& board, const std::vector<std::string>& cells,
                  const std::vector<std::string>* other, bool colour, std::string& text) const;
  static void draw_table(const Board& board, const std::vector<std::string>& cells,
                         const std::vector<std::string>* other, std::string& text);

  std::vector<Board> boards_;
  std::vector<std::string> colours_;  ///< by role
};

/// Returns `{"boards": [..], "others": [..]}` as docs/cli/position.md describes them.
[[nodiscard]] Json boards_json(const DrawnState& drawn);

}  // namespace tesuji::tools
