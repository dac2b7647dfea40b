// Breaks text into lines of a report.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Breaks text at blanks into lines of limited length; the first is indented by `indent`, the
/// others by `more` in addition. Ends in a newline.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t more = 4);

}  // namespace tesuji::tools
