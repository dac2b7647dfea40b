// Builds a text line by line, for formatters: with comments at line ends, indents, and empty lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tesuji::frontend {

/// Indent of each level in a rule that takes several lines.
inline constexpr std::size_t indent_step = 4;

class LayoutLines {
 public:
  explicit LayoutLines(std::string_view line_end) : line_end_(line_end) {}

  void add(std::string_view text) { line_ += text; }
  /// Adds a comment, after which the line must end.
  void add_comment(std::string_view text) {
    line_ += text;
    comment_ends_ = true;
  }
  /// Ends the line, if it is not empty, and begins one at column `indent`.
  void break_to(std::size_t indent) {
    if (line_.find_first_not_of(' ') != std::string::npos) {
      text_ += line_;
      text_ += line_end_;
    }
    line_.assign(indent, ' ');
    comment_ends_ = false;
  }
  /// Inserts an empty line before the current one, except at the start of the text.
  void blank_line() {
    if (!text_.empty()) text_ += line_end_;
  }

  /// Returns the current line.
  [[nodiscard]] const std::string& line() const { return line_; }
  /// Whether the line ends with a comment.
  [[nodiscard]] bool comment_ends() const { return comment_ends_; }
  /// Returns the whole text.
  [[nodiscard]] std::string take() {
    break_to(0);
    return std::move(text_);
  }

 private:
  std::string_view line_end_;
  std::string text_;
  std::string line_;
  bool comment_ends_ = false;
};

/// Returns the line ends of a formatted text: CRLF if the text has any.
[[nodiscard]] inline std::string_view line_end_of(std::string_view text) {
  return text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
}

}  // namespace tesuji::frontend
