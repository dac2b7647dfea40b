// Writes the text of a subcommand to standard output or, whole or not at all, to a file.
#pragma once

#include "ir/core/diagnostics.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tesuji::tools {

/// Writes `text` to `path` through a temporary file beside it that is renamed, so
/// that nobody ever sees half a file; empty or `-` is standard output. Symbolic links are followed,
/// also to where there is no file yet. Reports (code "io") and returns false where that fails.
[[nodiscard]] bool write_output(const std::string& path, std::string_view text,
                                ir::Diagnostics& diagnostics);

/// A file that is written bit by bit, and is there when all of it is: through a temporary file
/// beside it, as write_output. What is to go to standard output, a device or a pipe goes there at
/// once.
class OutputFile {
 public:
  /// Reports (code "io") and returns null where it cannot be written.
  [[nodiscard]] static std::unique_ptr<OutputFile> open(const std::string& path,
                                                        ir::Diagnostics& diagnostics);
  /// Leaves nothing behind unless finish() was asked.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Both report and return false where it fails; nothing is written after that.
  [[nodiscard]] bool write(std::string_view text);
  /// Overwrites what stands at `offset`; only of files.
  [[nodiscard]] bool rewrite(std::uint64_t offset, std::string_view text);
  /// Puts the file in its place. Reports and returns false where that fails.
  [[nodiscard]] bool finish();

 private:
  OutputFile(std::string path, ir::Diagnostics& diagnostics)
      : path_(std::move(path)), diagnostics_(diagnostics) {}
  bool fail(const char* what);

  std::string path_;
  ir::Diagnostics& diagnostics_;
  std::string target_;     ///< the path with links followed
  std::string temporary_;  ///< empty: none
  std::FILE* file_ = nullptr;
  bool failed_ = false;
};

/// Whether write_output could begin, for those who have to work long before they write: tries the
/// temporary file where there is to be one. Reports and returns false as write_output does.
[[nodiscard]] bool can_write_output(const std::string& path, ir::Diagnostics& diagnostics);

/// The path that symbolic links lead to, whether there is a file or not; empty where they go round
/// in circles.
[[nodiscard]] std::string final_path(const std::string& path);

}  // namespace tesuji::tools
