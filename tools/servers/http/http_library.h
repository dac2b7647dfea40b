// Declares a client and a server for HTTP, and the exports of libtesuji_http.so, which implements
// them.
//
// The command loads it only for `serve` and for players on other servers: the HTTP library depends
// on others, for encryption and compression, that take as long to load as most commands run.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {

struct HttpAddress {
  std::string host;  ///< name or number, without brackets
  int port = 0;
};

/// For one thread, except cancel().
class HttpClient {
 public:
  virtual ~HttpClient() = default;

  /// Sends the text as `POST /` on a connection of its own, with the headers of a game server.
  /// Returns within these seconds, of which connecting may take five; nothing if there is no
  /// answer, with the reason in `why`. Throws std::system_error if no thread can be started.
  [[nodiscard]] virtual std::optional<std::string> post(std::string_view text, double seconds,
                                                        std::string& why) = 0;
  /// Makes post() return at once, in any thread, now and from now on.
  virtual void cancel() = 0;
};

struct HttpOptions {
  std::string host = "127.0.0.1";
  int port = 0;                                     ///< 0: a free port
  std::size_t most_bytes = std::size_t{16} << 20U;  ///< of a request's text
  double request_seconds = 10;         ///< time limit for receiving a request, and for sending its
                                       ///< answer; slower connections are closed
  std::size_t most_connections = 128;  ///< at a time; further ones wait
  std::vector<std::pair<std::string, std::string>> headers{};  ///< of every answer
};

/// Valid during the call.
struct HttpRequest {
  std::string_view method;                        ///< GET, OPTIONS or POST
  std::string_view target;                        ///< as sent: path and query
  std::string_view text;                          ///< body of POST
  std::string_view host;                          ///< header; may be empty
  std::string_view origin;                        ///< header; may be empty
  std::chrono::steady_clock::time_point arrived;  ///< when the connection was accepted
};

struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain";
  std::string text;
};

/// Answers a request, in a thread of its connection; several at a time. If it throws, the answer is
/// status 500 and the message.
using HttpHandler = std::function<HttpAnswer(const HttpRequest&)>;

/// Requests are `POST` with a body, and `GET` and `OPTIONS` (targets of at most 8 KiB). HTTP/1.0
/// and 1.1; one request a connection.
class HttpServer {
 public:
  virtual ~HttpServer() = default;

  /// Returns the port that it listens to.
  [[nodiscard]] virtual int port() const = 0;
  /// Serves until stop() is called or the port is lost. Returns when all connections have ended.
  virtual void run() = 0;
  /// Ends run(), which may be in another thread; requests in progress are still answered.
  virtual void stop() = 0;
};

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
