// What libtesuji_http.so exports.
//
// The command loads it for `serve` and for players of other servers alone: the library for HTTP
// brings others, for encryption and compression, that take as long to load as most commands run.
#pragma once

#include "tools/servers/http/http_client.h"
#include "tools/servers/http/http_server.h"

#include <string>

namespace tesuji::tools {

/// Under `http_library_symbol`.
struct HttpLibrary {
  const char* identity;  ///< of the sources and the build (http_identity.h), as the command has it
  /// The server, listening, which the caller deletes; null where that fails, and `why` says why.
  HttpServer* (*open)(const HttpOptions& options, HttpHandler handler, std::string& why);
  /// The client, which the caller deletes.
  HttpClient* (*connect)(const HttpAddress& address);
};

inline constexpr const char* http_library_symbol = "tesuji_http_library";

}  // namespace tesuji::tools
