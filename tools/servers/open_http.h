// Finds and loads the library for HTTP.
#pragma once

#include "tools/servers/http/http_client.h"
#include "tools/servers/http/http_server.h"

#include <memory>
#include <string>

namespace tesuji::tools {

/// Opens a server that already listens; it accepts connections once it runs. Returns null, with the
/// reason in `why`, if the port is in use, or the library is missing.
[[nodiscard]] std::unique_ptr<HttpServer> open_http_server(const HttpOptions& options,
                                                           HttpHandler handler, std::string& why);

/// Connects only when it sends. Returns null, with the reason in `why`, if the library is missing.
[[nodiscard]] std::unique_ptr<HttpClient> open_http_client(const HttpAddress& address,
                                                           std::string& why);

}  // namespace tesuji::tools
