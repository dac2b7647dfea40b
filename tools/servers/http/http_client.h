// Declares an HTTP client that sends one text and returns the answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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

}  // namespace tesuji::tools
