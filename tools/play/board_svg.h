// Draws the boards of a state as an SVG picture.
#pragma once

#include "tools/play/board_view.h"

#include <string>

namespace tesuji::tools {

/// A picture of all boards, one below the other, and of the fluents that lie on none. Readable on
/// any background. Squares that have changed have a thick border, and each square has its place and
/// content as a title. Well-formed XML, also where names hold bytes that are no UTF-8.
[[nodiscard]] std::string board_svg(const DrawnState& state);

}  // namespace tesuji::tools
