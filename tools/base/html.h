// Escapes texts for HTML pages.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::tools {

/// The text as content of an element, or of an attribute in double quotes.
[[nodiscard]] std::string html_text(std::string_view text);

/// The page with U+FFFD for all that cannot be in one: bytes that are no UTF-8, and characters
/// that XML does not have. What reads pages as XML reads it, too.
[[nodiscard]] std::string html_page(const std::string& page);

}  // namespace tesuji::tools
