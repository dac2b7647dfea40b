// Splits a strategy in Prolog syntax into tokens.
#pragma once

#include "ir/source.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::frontend {

struct StrategyToken {
  enum class Kind : std::uint8_t {
    atom,      ///< `win_1`, `'any text'`
    variable,  ///< `A`, `_`, `_Named`
    open,
    close,
    comma,
    neck,      ///< `:-`
    negation,  ///< `\+`, or the atom `not` (unquoted)
    stop,      ///< the `.` that ends a clause
    other,     ///< anything else, also an unfinished quotation or comment
    end,       ///< of the text
  };
  Kind kind = Kind::end;
  std::string text;  ///< an atom's name without quotes; otherwise as written
  ir::Span span;
};

/// A pull lexer. `%` comments reach to the end of the line, `/* */` ones do not
/// nest; a UTF-8 byte order mark at the start is skipped.
class StrategyLexer {
 public:
  /// `text` is that of `file` and must outlive the lexer.
  StrategyLexer(ir::FileId file, std::string_view text);

  /// The next token; `end` again and again at the end of the text.
  StrategyToken next();

 private:
  [[nodiscard]] char at(std::size_t offset) const {
    return offset < text_.size() ? text_[offset] : '\0';
  }
  void advance();
  bool skip_blanks_and_comments();
  void scan_quoted(StrategyToken& token);
  [[nodiscard]] ir::Position position() const;

  std::string_view text_;
  ir::FileId file_;
  std::size_t offset_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace tesuji::frontend
