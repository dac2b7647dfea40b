// Reads addresses of HTTP servers.
#pragma once

#include "tools/servers/http/http_client.h"

#include <optional>
#include <string_view>

namespace tesuji::tools {

inline constexpr std::string_view http_scheme = "http://";

/// Parses `HOST:PORT`, `http://HOST:PORT` or `http://[V6]:PORT`, with or without a final `/`.
/// Returns nothing for other texts.
[[nodiscard]] std::optional<HttpAddress> parse_http_address(std::string_view text);

}  // namespace tesuji::tools
