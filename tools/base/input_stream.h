// Reads files and standard input as a stream, compressed or not.
#pragma once

#include "ir/core/diagnostics.h"

#include <istream>
#include <memory>
#include <string>

namespace tesuji::tools {

/// The bytes of a file behind a byte order mark. What begins with gzip's magic bytes is expanded on
/// the way. One thread reads it.
class InputStream : public std::istream {
 public:
  /// `-`: standard input. Reports (code "io") and returns null where it cannot be read.
  [[nodiscard]] static std::unique_ptr<InputStream> open(const std::string& path,
                                                         ir::Diagnostics& diagnostics);
  ~InputStream() override;
  InputStream(const InputStream&) = delete;
  InputStream& operator=(const InputStream&) = delete;

  /// What messages call it: the path, or `<standard input>`.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Waits at most so many milliseconds until the next byte, or the end, can be read at once;
  /// whether that is so.
  [[nodiscard]] bool ready(int milliseconds);
  /// Why the bytes ended before the end: damaged data, or a failure of the system. Empty: they did
  /// not.
  [[nodiscard]] const std::string& fault() const;

 private:
  class Buffer;
  InputStream(std::string name, std::unique_ptr<Buffer> buffer);

  std::string name_;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace tesuji::tools
