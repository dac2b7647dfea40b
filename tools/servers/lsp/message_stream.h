// Reads and writes the messages of the Language Server Protocol: a header with the length, and a
// body in JSON.
//
//   Content-Length: 52\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"shutdown"}
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Splits bytes into the bodies of messages, in whatever pieces they arrive.
class MessageSplitter {
 public:
  /// Longer bodies are skipped.
  static constexpr std::size_t longest_body = std::size_t{256} << 20;

  void add(std::string_view bytes) { bytes_ += bytes; }
  /// Returns the next complete body. Skips lines that are not headers, and headers without a
  /// length.
  [[nodiscard]] std::optional<std::string> next();
  /// Returns the number of messages that were too long, since the last call.
  [[nodiscard]] std::size_t take_skipped();

 private:
  /// Removes bytes that have been read, from time to time.
  void compact();

  std::string bytes_;
  std::size_t begin_ = 0;    ///< start of the unread bytes
  std::size_t to_skip_ = 0;  ///< remaining bytes of a body that is too long
  std::size_t skipped_ = 0;
};

/// Returns the message with its header.
[[nodiscard]] std::string framed(std::string_view body);

}  // namespace tesuji::tools
