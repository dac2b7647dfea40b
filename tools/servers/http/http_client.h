// An HTTP client that sends one text and takes another for it.
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

  /// Sends the text as `POST /` on a connection of its own, and waits for the answer so many
  /// seconds; connecting may take five of them. Nothing where there is none, and `why` says why.
  /// `sender` and `receiver` are heads that game servers send.
  [[nodiscard]] virtual std::optional<std::string> post(std::string_view text, double seconds,
                                                        std::string& why) = 0;
  /// Lets post() end at once, in whatever thread, now and from now on.
  virtual void cancel() = 0;
};

}  // namespace tesuji::tools
