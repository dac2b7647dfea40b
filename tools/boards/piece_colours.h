// Chooses the colours of roles and of what lies on squares, by their names; by their order where
// names say nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Returns for each role the escape sequence of its pieces' colour on a terminal: the colour in its
/// name (`red`, `white_player`, `playerblue`; if there are both `w` and `b`, as in chess, white and
/// black), else the first unused one. White and black have a background, so that they are visible
/// on every terminal.
[[nodiscard]] std::vector<std::string> role_colours(const std::vector<std::string>& roles);

/// Returns for each role the name of its colour in pictures, such as `red`: as
/// role_colours, and white and black for roles called light and dark.
[[nodiscard]] std::vector<std::string> role_paints(const std::vector<std::string>& roles);

/// Returns the name of the colour that is a word of this name; empty if none is.
[[nodiscard]] std::string_view colour_in(std::string_view name);

}  // namespace tesuji::tools
