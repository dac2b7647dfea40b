// Splits the IR's text form into tokens. Both the parser and the printer, which must know the names
// that need no quotes, use it, so that they agree.
#pragma once

#include "ir/core/text_cursor.h"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace tesuji::ir {

struct Token {
  enum class Kind {
    word,         ///< `cell`, `line#2`, `12`, `-1`, `1.5e20`: keywords, names, constants, numbers
    quoted,       ///< 'odd name': a name or constant, never a keyword
    string,       ///< "file name"
    variable,     ///< `X`
    binder,       ///< `?X`; text without the question mark
    ignore,       ///< `_`
    punctuation,  ///< ( ) { } , : = ? ! - -> ..
    invalid,      ///< text is the error message
    end,
  };
  Kind kind = Kind::end;
  std::string_view text;  ///< decoded; valid as long as the lexer and its source text
  Position begin;
  Position end;

  [[nodiscard]] bool is_word(std::string_view word) const {
    return kind == Kind::word && text == word;
  }
  [[nodiscard]] bool is(std::string_view mark) const {
    return kind == Kind::punctuation && text == mark;
  }
};

/// Whether a name or constant is read back as one word, without quotes.
[[nodiscard]] bool is_bare_word(std::string_view text);
/// Whether a variable's name may be printed unchanged.
[[nodiscard]] bool is_variable_name(std::string_view text);

/// Splits one text into tokens, from left to right.
class Lexer : TextCursor {
 public:
  /// `text` must outlive the lexer and its tokens.
  explicit Lexer(std::string_view text) : TextCursor(no_file, text) {}
  /// Returns the next token; at the end returns `end` every time.
  [[nodiscard]] Token next();

 private:
  Token finish(Token::Kind kind, std::size_t length);
  Token read_quoted(char quote);
  bool read_escape(std::string& decoded);
  Token fail(std::string_view message, Position begin);

  std::deque<std::string> decoded_;  ///< texts of quoted tokens that had escapes
};

}  // namespace tesuji::ir
