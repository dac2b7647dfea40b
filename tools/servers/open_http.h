// Reads addresses of HTTP servers, and finds and loads the library for HTTP.
#pragma once

#include "tools/servers/http/http_library.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::tools {

inline constexpr std::string_view http_scheme = "http://";

/// Parses `HOST:PORT`, `http://HOST:PORT` or `http://[V6]:PORT`, with or without a final `/`.
/// Returns nothing for other texts.
[[nodiscard]] std::optional<HttpAddress> parse_http_address(std::string_view text);

/// Opens a server that already listens; it accepts connections once it runs. Returns null, with the
/// reason in `why`, if the port is in use, or the library is missing.
[[nodiscard]] std::unique_ptr<HttpServer> open_http_server(const HttpOptions& options,
                                                           HttpHandler handler, std::string& why);

/// Connects only when it sends. Returns null, with the reason in `why`, if the library is missing.
[[nodiscard]] std::unique_ptr<HttpClient> open_http_client(const HttpAddress& address,
                                                           std::string& why);

}  // namespace tesuji::tools
