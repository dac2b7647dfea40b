// Decodes texts in URLs.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::tools {

/// `%28+PLAY` becomes `( PLAY`. What is no escape sequence stays.
[[nodiscard]] std::string url_decoded(std::string_view text);

}  // namespace tesuji::tools
