// Chooses how what lies on a square is drawn: as a chess piece, a disc, a stroke, a letter. Decides
// by the names of all contents of a board together: `p` and `k` alone are men and kings of
// draughts, beside `n`, `r` or `q` pieces of chess. Names that say nothing give discs in the
// colours of their roles, and letters.
#pragma once

#include "tools/boards/board_pieces.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

enum class PieceShape : std::uint8_t {
  disc,
  crowned,  ///< disc with a crown
  pawn,
  knight,
  bishop,
  rook,
  queen,
  king,
  cross,   ///< x
  ring,    ///< o
  block,   ///< fills the square: a wall, a hole, something without a name
  letter,  ///< text on a disc of the owner's colour
  text,    ///< text on the square: a number, a name
};

struct PieceLook {
  PieceShape shape = PieceShape::text;
  std::string colour;  ///< as role_paints (piece_colours.h)
  std::string text;    ///< of `letter` and `text`
  friend bool operator==(const PieceLook&, const PieceLook&) = default;
};

class PieceLooks {
 public:
  PieceLooks() = default;
  /// `roles`: names, whose colours their pieces have.
  PieceLooks(const BoardPieces& pieces, const std::vector<std::string>& roles);

  /// Returns the looks of all things on a square, which `+` joins; nothing for an empty one.
  [[nodiscard]] std::vector<PieceLook> of(const std::string& content,
                                          const BoardPieces& pieces) const;
  /// Whether any piece is drawn as one of chess.
  [[nodiscard]] bool is_chess() const;
  /// Draws pieces called x and o as discs, which suits those that move.
  void draw_marks_as_discs();

 private:
  [[nodiscard]] PieceLook look_of(std::string_view thing, const BoardPieces& pieces) const;

  std::vector<std::string> paints_;  ///< by role
  bool chess_letters_ = false;       ///< p, n, b, r, q, k are chess pieces
  bool draughts_ = false;            ///< p and k, or man and king, are men and kings
  bool marks_ = false;               ///< x and o are strokes
  std::string single_;               ///< the only kind of thing without an owner
  bool owned_ = false;               ///< there are things that somebody owns
  std::map<std::string, PieceLook, std::less<>> known_;
};

}  // namespace tesuji::tools
