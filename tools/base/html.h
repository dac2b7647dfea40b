// Escapes texts for HTML pages.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::tools {

/// Escapes the text for the content of an element, or for an attribute in double quotes.
[[nodiscard]] std::string html_text(std::string_view text);

/// Returns the head of a page and the beginning of its body, with the title as heading. Adds
/// `rules` to the style that all pages share.
[[nodiscard]] std::string html_head(std::string_view title, std::string_view rules);

/// Replaces everything that a page must not contain by U+FFFD: bytes that are not UTF-8, and
/// characters that XML lacks, so that XML parsers can read it, too.
[[nodiscard]] std::string html_page(const std::string& page);

}  // namespace tesuji::tools
