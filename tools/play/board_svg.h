// Draws the boards of states as SVG pictures.
#pragma once

#include "tools/play/board_view.h"
#include "tools/play/move_places.h"

#include <span>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Returns a picture of all boards, one below the other, and of the fluents that are not on a
/// board. Readable on any background. Squares that have changed have a thick border, and each
/// square has its place and content as a title. Well-formed XML, even if names contain bytes that
/// are not UTF-8.
[[nodiscard]] std::string board_svg(const DrawnState& state);

/// A mark drawn over squares: on one, or an arrow from the first to the last.
struct BoardMark {
  enum class Kind : std::uint8_t { move, threat };
  Kind kind = Kind::move;
  std::vector<NamedSquare> squares;  ///< of the state; empty: no mark
  std::string title;
};

struct PictureBoard {
  DrawnState state;
  std::vector<std::string> captions;  ///< lines above it
  std::vector<BoardMark> marks;
};

/// Returns the states side by side, in rows from the top, with lines of text below all of them.
/// Light or dark, as the viewer prefers.
[[nodiscard]] std::string boards_svg(std::span<const PictureBoard> boards,
                                     std::span<const std::string> lines);

}  // namespace tesuji::tools
