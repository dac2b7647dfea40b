// Writes the text of a subcommand to standard output or, atomically, to a file.
#pragma once

#include "ir/core/diagnostics.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tesuji::tools {

/// Writes `text` to `path` through a temporary file next to it that is then renamed, so that no
/// reader sees a partial file; empty or `-` is standard output. Follows symbolic links, also to
/// files that do not exist yet. Reports (code "io") and returns false if that fails.
[[nodiscard]] bool write_output(const std::string& path, std::string_view text,
                                ir::Diagnostics& diagnostics);

/// A file that is written in parts and appears when it is complete: through a temporary file next
/// to it, as by write_output. Output to standard output, a device or a pipe is written at once.
class OutputFile {
 public:
  /// Reports (code "io") and returns null if it cannot be written.
  [[nodiscard]] static std::unique_ptr<OutputFile> open(const std::string& path,
                                                        ir::Diagnostics& diagnostics);
  /// Removes the temporary file unless finish() was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Both report and return false on failure; later calls write nothing.
  [[nodiscard]] bool write(std::string_view text);
  /// Overwrites the bytes at `offset`; only for files.
  [[nodiscard]] bool rewrite(std::uint64_t offset, std::string_view text);
  /// Renames the file to its place. Reports and returns false on failure.
  [[nodiscard]] bool finish();

 private:
  OutputFile(std::string path, ir::Diagnostics& diagnostics)
      : path_(std::move(path)), diagnostics_(diagnostics) {}
  bool fail(const char* what);

  std::string path_;
  ir::Diagnostics& diagnostics_;
  std::string target_;     ///< the path with links followed
  std::string temporary_;  ///< may be empty
  std::FILE* file_ = nullptr;
  bool failed_ = false;
};

/// Whether write_output could begin, for commands that work long before they write: tries to create
/// the temporary file, if one is needed. Reports and returns false as write_output does.
[[nodiscard]] bool can_write_output(const std::string& path, ir::Diagnostics& diagnostics);

/// Returns the path that symbolic links lead to, whether or not the file exists; empty if they are
/// circular.
[[nodiscard]] std::string final_path(const std::string& path);

}  // namespace tesuji::tools
