// Reads a text from left to right: the base of all lexers.
#pragma once

#include "ir/core/characters.h"
#include "ir/core/source.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Returns the text without a byte order mark at its start.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

class TextCursor {
 protected:
  /// `text` is the text of `file`, and must outlive the cursor. Starts after a byte order mark.
  TextCursor(FileId file, std::string_view text);

  [[nodiscard]] bool at_end() const { return offset_ >= text_.size(); }
  /// Returns the byte at distance `ahead`; 0 after the end.
  [[nodiscard]] char at(std::size_t ahead = 0) const {
    return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0';
  }
  [[nodiscard]] bool at_line_end() const { return at_end() || at() == '\n' || at() == '\r'; }
  [[nodiscard]] std::string_view rest() const { return text_.substr(offset_); }
  [[nodiscard]] Position position() const;
  [[nodiscard]] Span since(Position begin) const { return {file_, begin, position()}; }

  /// Advances past one byte. CR, LF and CRLF end a line.
  void advance();
  /// Advances past `sign` if it comes next; it must not contain a line end.
  bool accept(std::string_view sign);
  /// Advances past a name in single quotes, in which two quotes denote one, and appends it to
  /// `name`. Returns false at the end of the line if no quote closes it.
  bool accept_quoted(std::string* name = nullptr);
  /// Advances past blanks and comments: those beginning with one of `line_comments` extend to the
  /// end of the line; `/* */` comments, which do not nest, count if `blocks` is set. Adds their
  /// spans to `comments`. Returns false at a `/*` that is never closed.
  bool skip_blanks_and_comments(std::string_view line_comments, bool blocks,
                                std::vector<Span>* comments = nullptr);

  const FileId file_;
  const std::string_view text_;
  std::size_t offset_ = 0;

 private:
  std::size_t line_start_ = 0;  ///< offset of the current line's first byte
  std::uint32_t line_ = 1;
};

}  // namespace tesuji::ir
