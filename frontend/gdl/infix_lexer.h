// Splits infix GDL text into tokens; docs/languages/gdl.md gives the grammar.
#pragma once

#include "ir/core/text_cursor.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

struct InfixToken {
  enum class Kind : std::uint8_t {
    name,              ///< `white`, `12`, `-1`
    quoted,            ///< `'map+'`: a name, never a connective
    variable,          ///< `X`, `_x`, `?x`, `?'n++'`
    anonymous,         ///< `_`
    open,              ///< `(`
    close,             ///< `)`
    comma,             ///< `,`
    conjunction,       ///< `&`
    disjunction,       ///< `|`
    negation,          ///< `~`
    neck,              ///< `:-` or `<=`
    stop,              ///< `.`
    odd,               ///< bytes that may occur only in a quoted name
    unclosed_quote,    ///< up to the end of its line
    unclosed_comment,  ///< the `/*`
    invalid,           ///< a control character: the text is binary
    end,               ///< of the text; its span is empty
  };
  Kind kind = Kind::end;
  std::string_view text;  ///< as written; refers to the source map's text
  ir::Span span;
  bool first_on_line = false;  ///< the first token on its line
  bool adjoins = false;        ///< follows the previous token without blank or comment
};

/// A pull lexer. `%` and `;` comments reach to the end of the line (CR, LF or CRLF),
/// `/* */` ones do not nest; a UTF-8 byte order mark at the start is skipped.
class InfixLexer : ir::TextCursor {
 public:
  /// `text` is the text of `file` and must outlive the tokens. Adds the spans of comments to
  /// `comments` unless it is null.
  InfixLexer(ir::FileId file, std::string_view text, std::vector<ir::Span>* comments = nullptr);

  /// Returns the next token and advances; at the end returns `end` every time.
  InfixToken next();
  /// Returns the token that next() will return.
  [[nodiscard]] const InfixToken& peek() const { return ahead_; }

 private:
  InfixToken scan();
  InfixToken::Kind scan_token();
  InfixToken::Kind scan_word();
  InfixToken::Kind scan_variable();
  InfixToken::Kind scan_quoted();
  InfixToken::Kind scan_odd();
  [[nodiscard]] bool at_delimiter() const;

  std::uint32_t last_line_ = 0;  ///< of the last token
  std::vector<ir::Span>* comments_;
  InfixToken ahead_;
};

}  // namespace tesuji::frontend
