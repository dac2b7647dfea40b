// Draws single pieces as SVG elements: simple outlines, made for this program, in a box of 48
// by 48.
#pragma once

#include "tools/boards/piece_looks.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Returns the colour of this paint as CSS writes it, such as `#c93a2f` for `red`; empty if there is
/// no such paint.
[[nodiscard]] std::string_view paint_fill(std::string_view name);

/// Returns the rules of style for shapes and for the colours that the elements have: classes that
/// begin with `tsj-`. A page can replace colours by setting custom properties such as
/// `--piece-red`.
[[nodiscard]] std::string piece_style(std::string_view elements);

/// Returns a piece whose box has its middle at x, y, and this side. `text`, of letters, is escaped.
[[nodiscard]] std::string piece_svg(const PieceLook& look, double x, double y, double side);

/// Returns a number as in SVG: at most two digits after the point, and none that are zero.
[[nodiscard]] std::string svg_number(double number);

/// Returns the number of characters of a text in UTF-8.
[[nodiscard]] std::size_t text_length(std::string_view text);

}  // namespace tesuji::tools
