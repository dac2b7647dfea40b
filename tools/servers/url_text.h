// Decodes texts in URLs.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::tools {

/// `%28PLAY` becomes `(PLAY`. What is no escape sequence stays.
[[nodiscard]] std::string percent_decoded(std::string_view text);

/// Of a query, where `+` is a blank, too: `%28+PLAY` becomes `( PLAY`.
[[nodiscard]] std::string url_decoded(std::string_view text);

}  // namespace tesuji::tools
