// Splits the text of invariants into tokens; docs/languages/invariant-language.md has the grammar.
#pragma once

#include "ir/core/text_cursor.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::frontend {

struct InvariantToken {
  enum class Kind : std::uint8_t {
    word,       ///< `cell`, `12`, `-1`, `exists`
    quoted,     ///< `'map+'`: a name, never a word of the language
    variable,   ///< `X`, `_x`, `?x`
    anonymous,  ///< `_`
    open,
    close,
    open_bracket,
    close_bracket,
    open_brace,
    close_brace,
    comma,
    semicolon,
    colon,
    stop,            ///< `.`
    range,           ///< `..`
    slash,           ///< `/`
    equal,           ///< `=`
    different,       ///< `!=`
    negation,        ///< `~`, the same as the word `not`
    conjunction,     ///< `&`
    disjunction,     ///< `|`
    implication,     ///< `=>`
    odd,             ///< anything else
    unclosed_quote,  ///< up to the end of its line
    end,             ///< of the text; its span is empty
  };
  Kind kind = Kind::end;
  /// A word as written; a quoted name without quotes, `''` read as one; a variable without `?`.
  std::string text;
  ir::Span span;
  bool adjoins = false;  ///< directly follows the previous token
};

/// A pull lexer. `%` comments reach to the end of the line (CR, LF or CRLF); a UTF-8 byte
/// order mark at the start is skipped.
class InvariantsLexer : ir::TextCursor {
 public:
  /// `text` is the text of `file` and must outlive the lexer.
  InvariantsLexer(ir::FileId file, std::string_view text) : TextCursor(file, text) {}

  /// Returns the next token; at the end of the text returns `end` every time.
  InvariantToken next();

 private:
  void scan_word(InvariantToken& token);
  void scan_quoted(InvariantToken& token);
  void scan_symbol(InvariantToken& token);
};

/// Whether the text begins like a file of invariants, with `invariant NAME` or `domain NAME`;
/// rulesheets never begin so.
[[nodiscard]] bool begins_as_invariants(std::string_view text);

}  // namespace tesuji::frontend
