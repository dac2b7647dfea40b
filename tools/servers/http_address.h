// Reads addresses of HTTP servers.
#pragma once

#include "tools/servers/http/http_client.h"

#include <optional>
#include <string_view>

namespace tesuji::tools {

inline constexpr std::string_view http_scheme = "http://";

/// `HOST:PORT`, `http://HOST:PORT` or `http://[V6]:PORT`, with or without `/` at the end. Nothing
/// where it is none.
[[nodiscard]] std::optional<HttpAddress> parse_http_address(std::string_view text);

}  // namespace tesuji::tools
