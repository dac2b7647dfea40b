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

/// Splits bytes into the bodies of messages, whatever pieces they come in.
class MessageSplitter {
 public:
  /// Bodies that are longer are skipped.
  static constexpr std::size_t longest_body = std::size_t{256} << 20;

  void add(std::string_view bytes) { bytes_ += bytes; }
  /// The next body that is there as a whole. Lines that are no header are skipped, as are headers
  /// without a length.
  [[nodiscard]] std::optional<std::string> next();
  /// Messages that were too long, since the last call.
  [[nodiscard]] std::size_t take_skipped();

 private:
  /// Removes what has been read, now and then.
  void compact();

  std::string bytes_;
  std::size_t begin_ = 0;    ///< of what has not been read
  std::size_t to_skip_ = 0;  ///< bytes of a body that is too long
  std::size_t skipped_ = 0;
};

/// The message with its header.
[[nodiscard]] std::string framed(std::string_view body);

}  // namespace tesuji::tools
