// An HTTP server that answers one text with another.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace tesuji::tools {

struct HttpOptions {
  std::string host = "127.0.0.1";
  int port = 0;                                     ///< 0: one that is free
  std::size_t most_bytes = std::size_t{16} << 20U;  ///< of a request's text
  double request_seconds = 10;         ///< within which a request has to be there, and its answer
                                       ///< taken; connections that need longer are closed
  std::size_t most_connections = 128;  ///< at a time; further ones wait
};

/// Answers a request's text, in a thread of its connection; several at a time. `arrived`: when the
/// connection was taken.
using HttpHandler = std::function<std::string(std::string_view text,
                                              std::chrono::steady_clock::time_point arrived)>;

/// Requests are `POST` with a body, `GET /TEXT` with an URL-encoded text (of at most 8 KiB), and
/// `OPTIONS`, which is answered without the handler. HTTP/1.0 and 1.1; one request a connection.
/// Answers are text/acl, and pages of any origin may read them.
class HttpServer {
 public:
  virtual ~HttpServer() = default;

  /// That it listens to.
  [[nodiscard]] virtual int port() const = 0;
  /// Serves until stop() is called or the port is lost. Returns when all connections have ended.
  virtual void run() = 0;
  /// Ends run(), which may be in another thread: requests that are being answered still are.
  virtual void stop() = 0;
};

}  // namespace tesuji::tools
