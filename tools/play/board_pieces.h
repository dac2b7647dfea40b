// Finds the pieces on the squares of a board: their owner, and the character that is drawn.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// The role that a content of a square belongs to, by its name: `x`, `white`, `white/pawn`, `wp`,
/// `white_pawn` and, of the role xplayer, `x`. Nothing where no role, or more than one, fits.
[[nodiscard]] std::optional<std::size_t> owner_of(std::string_view content,
                                                  const std::vector<std::string>& roles);

/// By role the escape sequence of its pieces' colour on a terminal: the colour that its name has
/// (`red`, `white_player`, `playerblue`; of `w` and `b` beside each other, as in chess, white and
/// black), else the first that no other role has. White and black have a background, so that they
/// are seen on every terminal.
[[nodiscard]] std::vector<std::string> role_colours(const std::vector<std::string>& roles);

/// Whether the name says that nothing is there: `blank`, `empty`, .. .
[[nodiscard]] bool is_blank_name(std::string_view content);

/// Characters for all that may be on a square.
class BoardPieces {
 public:
  BoardPieces() = default;
  /// `contents`: all of them, in a fixed order; those in `blank` are drawn as `.`. Names of one
  /// character stay what they are. Where all other names are words of letters, and there are not
  /// too many, each gets one character: a letter of the piece, a capital if it is the first
  /// role's, as in chess.
  BoardPieces(std::vector<std::string> contents, const std::set<std::string>& blank,
              std::vector<std::string> roles);

  /// What is drawn: a character each, or the names as they are. `content` is what is on one square,
  /// several things with `+` between them.
  [[nodiscard]] std::string drawn(const std::string& content) const;
  /// By the first thing on the square.
  [[nodiscard]] std::optional<std::size_t> owner(const std::string& content) const;
  /// `P wp  p bp`, of those that are on some of the squares; empty where names are drawn.
  [[nodiscard]] std::string legend(const std::vector<std::string>& squares) const;

 private:
  std::vector<std::string> contents_;
  std::vector<std::string> roles_;
  std::map<std::string, char, std::less<>> characters_;  ///< empty: names are drawn
};

}  // namespace tesuji::tools
