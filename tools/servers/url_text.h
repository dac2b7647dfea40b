// Decodes texts in URLs.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::tools {

/// Decodes `%28PLAY` to `(PLAY`. Keeps invalid escape sequences.
[[nodiscard]] std::string percent_decoded(std::string_view text);

/// Decodes a query, where `+` is a blank, too: `%28+PLAY` becomes `( PLAY`.
[[nodiscard]] std::string url_decoded(std::string_view text);

}  // namespace tesuji::tools
