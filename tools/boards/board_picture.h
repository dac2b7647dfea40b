// Draws states as SVG pictures: the one renderer of boards, for files, pages, notebooks and
// documentation.
//
// Every square is a group `<g class="tsj-square" data-board="0" data-place="a 1">` with its place
// and content as a title, so that a page can attach clicks and keyboard focus; `data-x` and
// `data-y` are its middle. All colours are classes that begin with `tsj-`; a page can set custom
// properties such as --board-light, --board-dark, --board-plain, --board-paper, --board-ink and
// --piece-red. Light or dark, as the viewer prefers.
#pragma once

#include "tools/boards/board_view.h"
#include "tools/boards/move_places.h"

#include <span>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Returns a picture of all boards, side by side, and of the fluents that are not on a board beside
/// them (side_panel.h). Squares that have changed have a border; those that the last move names are
/// filled. Well-formed XML, even if names contain bytes that are not UTF-8.
[[nodiscard]] std::string state_svg(const DrawnState& state);

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
[[nodiscard]] std::string boards_svg(std::span<const PictureBoard> boards,
                                     std::span<const std::string> lines);

}  // namespace tesuji::tools
