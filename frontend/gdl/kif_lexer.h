// Splits KIF text into parentheses and symbols.
#pragma once

#include "ir/core/source.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

struct KifToken {
  enum class Kind : std::uint8_t {
    open,
    close,
    symbol,
    invalid,  ///< a control character, which no rulesheet contains: the text is binary
    end,      ///< of the text; its span is empty
  };
  Kind kind = Kind::end;
  std::string_view text;  ///< as written; refers to the source map's text
  ir::Span span;
  bool first_on_line = false;  ///< nothing but blanks before it on its line
};

/// A pull lexer: `;` comments reach to the end of the line (CR, LF or CRLF), a
/// UTF-8 byte order mark at the start is skipped, everything between blanks and
/// parentheses is a symbol. Bytes above 127 are ordinary bytes of a symbol.
class KifLexer {
 public:
  /// `text` is that of `file` and must outlive the tokens. Where `comments` is given, the places of
  /// comments are added to it.
  KifLexer(ir::FileId file, std::string_view text, std::vector<ir::Span>* comments = nullptr);

  /// Returns the next token and goes past it; `end` again and again at the end.
  KifToken next();
  /// The token that next() will return.
  [[nodiscard]] const KifToken& peek() const { return ahead_; }

 private:
  KifToken scan();
  void skip_blanks_and_comments();
  void end_line();

  std::string_view text_;
  ir::FileId file_;
  std::size_t offset_ = 0;
  std::size_t line_start_ = 0;  ///< offset of the current line's first byte
  std::uint32_t line_ = 1;
  bool line_has_token_ = false;
  std::vector<ir::Span>* comments_;
  KifToken ahead_;
};

}  // namespace tesuji::frontend
