// The SVG document around the elements of a picture: its size, its colours by day and night.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::tools {

inline constexpr double picture_margin = 10;  ///< pixels around the elements

/// Returns the picture of these elements. `right`, `bottom`: where they end, in pixels; `name`: for
/// readers of the screen. Repairs bytes that are not UTF-8.
[[nodiscard]] std::string svg_document(double right, double bottom, std::string_view name,
                                       std::string_view elements);

}  // namespace tesuji::tools
