// Finds the pieces on the squares of a board: their owners, and the characters to draw.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Returns the role that a square's content belongs to, by its name: `x`, `white`, `white/pawn`,
/// `wp`, `white_pawn` and, for the role xplayer, `x`. Nothing if no role, or more than one, fits.
[[nodiscard]] std::optional<std::size_t> owner_of(std::string_view content,
                                                  const std::vector<std::string>& roles);

/// A content as its owner and the rest of its name.
struct OwnedPiece {
  std::optional<std::size_t> owner;  ///< role
  std::string piece;                 ///< `pawn` of `white/pawn`; empty for `white`
};
/// Returns the whole name as the piece if no role, or more than one, fits.
[[nodiscard]] OwnedPiece piece_of(std::string_view content, const std::vector<std::string>& roles);

/// Whether the name means an empty square: `blank`, `empty`, .. .
[[nodiscard]] bool is_blank_name(std::string_view content);

/// Characters for all possible contents of a square.
class BoardPieces {
 public:
  BoardPieces() = default;
  /// `contents`: all of them, in a fixed order; those in `blank` are drawn as `.`. Names of one
  /// character stay as they are. If all other names are words of letters, and there are not too
  /// many, each gets one character: a letter of the piece, a capital if it is the first role's, as
  /// in chess. `owners`: roles that own contents whose names do not say so.
  BoardPieces(std::vector<std::string> contents, const std::set<std::string>& blank,
              std::vector<std::string> roles, std::map<std::string, std::size_t> owners = {});

  /// Returns the text to draw: a character each, or the names as they are. `content` is the content
  /// of one square, several things joined by `+`.
  [[nodiscard]] std::string drawn(const std::string& content) const;
  /// Whether this thing, alone on a square, leaves it empty.
  [[nodiscard]] bool is_blank(std::string_view thing) const { return blank_.contains(thing); }
  /// Returns one thing as its owner and the rest of its name.
  [[nodiscard]] OwnedPiece piece(std::string_view thing) const;
  /// Returns all possible contents that are not blank.
  [[nodiscard]] std::vector<std::string> things() const;
  /// Returns the owner of the first thing on the square.
  [[nodiscard]] std::optional<std::size_t> owner(const std::string& content) const;
  /// Returns `P wp  p bp`, for contents that occur on these squares; empty if names are drawn.
  [[nodiscard]] std::string legend(const std::vector<std::string>& squares) const;

 private:
  std::vector<std::string> contents_;
  std::vector<std::string> roles_;
  std::set<std::string, std::less<>> blank_;
  std::map<std::string, std::size_t, std::less<>> owners_;
  std::map<std::string, char, std::less<>> characters_;  ///< empty: draw names
};

}  // namespace tesuji::tools
