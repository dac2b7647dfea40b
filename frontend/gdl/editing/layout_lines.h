// Builds a text line by line, for formatters: with comments at the ends of lines, indents, and
// empty lines between.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tesuji::frontend {

/// Blanks before each level of a rule that takes several lines.
inline constexpr std::size_t indent_step = 4;

class LayoutLines {
 public:
  explicit LayoutLines(std::string_view line_end) : line_end_(line_end) {}

  void add(std::string_view text) { line_ += text; }
  /// A comment, which has to end its line.
  void add_comment(std::string_view text) {
    line_ += text;
    comment_ends_ = true;
  }
  /// Ends the line, if there is something on it, and begins one at this column.
  void break_to(std::size_t indent) {
    if (line_.find_first_not_of(' ') != std::string::npos) {
      text_ += line_;
      text_ += line_end_;
    }
    line_.assign(indent, ' ');
    comment_ends_ = false;
  }
  /// An empty line before the one that has just been begun; none at the start of the text.
  void blank_line() {
    if (!text_.empty()) text_ += line_end_;
  }

  /// The line that is being built.
  [[nodiscard]] const std::string& line() const { return line_; }
  /// Whether a comment is the last thing on it.
  [[nodiscard]] bool comment_ends() const { return comment_ends_; }
  /// All of the text.
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

/// The line ends of a formatted text: CRLF where the text has any.
[[nodiscard]] inline std::string_view line_end_of(std::string_view text) {
  return text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
}

}  // namespace tesuji::frontend
