// Reads files and standard input as a stream, compressed or not.
#pragma once

#include "ir/core/diagnostics.h"

#include <istream>
#include <memory>
#include <string>

namespace tesuji::tools {

/// The bytes of a file after a byte order mark. Expands input that begins with gzip's magic bytes.
/// For one thread.
class InputStream : public std::istream {
 public:
  /// Opens a file; `-`: standard input. Reports (code "io") and returns null if it cannot be read.
  [[nodiscard]] static std::unique_ptr<InputStream> open(const std::string& path,
                                                         ir::Diagnostics& diagnostics);
  ~InputStream() override;
  InputStream(const InputStream&) = delete;
  InputStream& operator=(const InputStream&) = delete;

  /// Returns its name for messages: the path, or `<standard input>`.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Waits at most this many milliseconds until the next byte, or the end, can be read at once;
  /// returns whether it can.
  [[nodiscard]] bool ready(int milliseconds);
  /// Returns why the bytes ended early: damaged data, or a system error. Empty: they did not.
  [[nodiscard]] const std::string& fault() const;

 private:
  class Buffer;
  InputStream(std::string name, std::unique_ptr<Buffer> buffer);

  std::string name_;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace tesuji::tools
