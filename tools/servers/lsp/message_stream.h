// Reads and writes the messages of the Language Server Protocol: a header with the length, and a
// body in JSON.
//
//   Content-Length: 52\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"shutdown"}
//
// Programs that start the server may use lines without headers instead: one body a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// How the end of a message is found.
enum class Framing : std::uint8_t {
  headers,  ///< by the length in the header
  lines,    ///< each message is a line
};

/// Splits bytes into the bodies of messages, in whatever pieces they arrive.
class MessageSplitter {
 public:
  /// Longer bodies are skipped.
  static constexpr std::size_t longest_body = std::size_t{256} << 20;

  explicit MessageSplitter(Framing framing = Framing::headers) : framing_(framing) {}

  void add(std::string_view bytes) { bytes_ += bytes; }
  /// Returns the next complete body. Skips lines that are not headers, and headers without a
  /// length; of lines, empty ones.
  [[nodiscard]] std::optional<std::string> next();
  /// Returns the number of messages that were too long, since the last call.
  [[nodiscard]] std::size_t take_skipped();

 private:
  [[nodiscard]] std::optional<std::string> next_line();
  /// Skips the rest of a body that is too long. Returns false if more of it must arrive.
  bool skip_rest();
  /// Removes bytes that have been read, from time to time.
  void compact();

  const Framing framing_;
  std::string bytes_;
  std::size_t begin_ = 0;     ///< start of the unread bytes
  std::size_t searched_ = 0;  ///< bytes after that start which have no line end
  bool skip_line_ = false;    ///< the rest of this line belongs to a body that is too long
  std::size_t to_skip_ = 0;   ///< remaining bytes of a body that is too long
  std::size_t skipped_ = 0;
};

/// Returns the message with its header, or as a line.
[[nodiscard]] std::string framed(std::string_view body, Framing framing = Framing::headers);

}  // namespace tesuji::tools
