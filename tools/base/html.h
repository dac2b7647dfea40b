// Escapes texts for HTML pages.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::tools {

/// The text as content of an element, or of an attribute in double quotes.
[[nodiscard]] std::string html_text(std::string_view text);

/// The head of a page and the begin of its body, with the title as heading. `rules` are added to
/// the style that all pages have.
[[nodiscard]] std::string html_head(std::string_view title, std::string_view rules);

/// The page with U+FFFD for all that cannot be in one: bytes that are no UTF-8, and characters
/// that XML does not have. What reads pages as XML reads it, too.
[[nodiscard]] std::string html_page(const std::string& page);

}  // namespace tesuji::tools
