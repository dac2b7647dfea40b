// Splits KIF text into parentheses and symbols.
#pragma once

#include "ir/core/text_cursor.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

struct KifToken {
  enum class Kind : std::uint8_t {
    open,
    close,
    symbol,
    invalid,  ///< a control character, which no rulesheet has: the text is binary
    end,      ///< of the text; its span is empty
  };
  Kind kind = Kind::end;
  std::string_view text;  ///< as written; refers to the source map's text
  ir::Span span;
  bool first_on_line = false;  ///< only blanks precede it on its line
};

/// A pull lexer: `;` comments reach to the end of the line (CR, LF or CRLF), a
/// UTF-8 byte order mark at the start is skipped, everything between blanks and
/// parentheses is a symbol. Bytes above 127 are ordinary bytes of a symbol.
class KifLexer : ir::TextCursor {
 public:
  /// `text` is the text of `file` and must outlive the tokens. Adds the spans of comments to
  /// `comments` unless it is null.
  KifLexer(ir::FileId file, std::string_view text, std::vector<ir::Span>* comments = nullptr);

  /// Returns the next token and advances; at the end returns `end` every time.
  KifToken next();
  /// Returns the token that next() will return.
  [[nodiscard]] const KifToken& peek() const { return ahead_; }

 private:
  KifToken scan();

  std::uint32_t last_line_ = 0;  ///< of the last token
  std::vector<ir::Span>* comments_;
  KifToken ahead_;
};

}  // namespace tesuji::frontend
