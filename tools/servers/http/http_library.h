// Declares the exports of libtesuji_http.so.
//
// The command loads it only for `serve` and for players on other servers: the HTTP library depends
// on others, for encryption and compression, that take as long to load as most commands run.
#pragma once

#include "tools/servers/http/http_client.h"
#include "tools/servers/http/http_server.h"

#include <string>

namespace tesuji::tools {

/// Exported under `http_library_symbol`.
struct HttpLibrary {
  const char* identity;  ///< of the sources and the build (http_identity.h), which must equal the
                         ///< command's
  /// Opens a listening server, which the caller deletes; null if that fails, with the reason in
  /// `why`.
  HttpServer* (*open)(const HttpOptions& options, HttpHandler handler, std::string& why);
  /// Creates a client, which the caller deletes.
  HttpClient* (*connect)(const HttpAddress& address);
};

inline constexpr const char* http_library_symbol = "tesuji_http_library";

}  // namespace tesuji::tools
