// Interface of an HTTP client that sends one text and returns the answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tesuji::tools {

struct HttpAddress {
  std::string host;  ///< name or number, without brackets
  int port = 0;
};

/// For one thread, but for cancel().
class HttpClient {
 public:
  virtual ~HttpClient() = default;

  /// Sends the text as `POST /` on a connection of its own, with the heads of a game server.
  /// Returns within these seconds, of which connecting may take five; nothing where there is no
  /// answer, and `why` says why. Throws std::system_error where no thread is to be had.
  [[nodiscard]] virtual std::optional<std::string> post(std::string_view text, double seconds,
                                                        std::string& why) = 0;
  /// Lets post() end at once, in whatever thread, now and from now on.
  virtual void cancel() = 0;
};

}  // namespace tesuji::tools
