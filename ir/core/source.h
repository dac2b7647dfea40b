// Represents source files and spans: where a piece of a program comes from.
//
// Every clause, rule, operation and diagnostic has a Span, so that each stage can refer to the
// original text.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// Index of a file in a SourceMap.
using FileId = std::uint32_t;
inline constexpr FileId no_file = ~FileId{0};

/// A place in a text: both numbers start at 1; columns count bytes.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const Position&, const Position&) = default;
};

/// A half-open range of text: `end` is the position just after the last byte.
struct Span {
  FileId file = no_file;
  Position begin;
  Position end;
  [[nodiscard]] bool known() const { return file != no_file; }
  friend bool operator==(const Span&, const Span&) = default;
};

/// A text, with the positions of its lines.
struct SourceFile {
  std::string path;
  std::string text;  ///< empty if only the name is known (IR read back from text)
  std::vector<std::uint32_t> line_starts;

  /// Returns line `line` (from 1) without its line end; empty if it does not exist.
  [[nodiscard]] std::string_view line(std::uint32_t line) const;
};

/// Owns the files of one compilation. References stay valid while it lives.
class SourceMap {
 public:
  /// Adds a file; CR, LF and CRLF all end a line.
  FileId add(std::string path, std::string text);
  /// Returns the file named `path`; adds it without text if it is missing.
  FileId find_or_add(std::string_view path);
  [[nodiscard]] const SourceFile& operator[](FileId file) const { return files_[file]; }
  [[nodiscard]] std::size_t size() const { return files_.size(); }

 private:
  std::deque<SourceFile> files_;
};

}  // namespace tesuji::ir
