// Splits text in Prolog's syntax into tokens: strategies, facts, examples, background, clause
// metarules, domain theories and logical features. PrologCursor scans quoted names, which is all
// that facts need; PrologLexer returns tokens; PrologTokens is the base of readers of clauses.
#pragma once

#include "frontend/text/messages.h"
#include "ir/core/diagnostics.h"
#include "ir/core/text_cursor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::frontend {

class PrologCursor : protected ir::TextCursor {
 protected:
  using TextCursor::TextCursor;

  /// Where scan_quoted stopped.
  enum class Quote : std::uint8_t {
    closed,    ///< after the closing quote
    unclosed,  ///< at the end of the line, without a closing quote
    escape,    ///< at a `\` that does not begin an escape sequence
  };
  /// Scans a quoted name and appends it, without quotes, to `name`. Two quotes denote one; escape
  /// sequences are those of ISO Prolog (`\n`, `\x41\`, `\101\`, `\'`, a line break, ..), and `\e`,
  /// `\s`, `\uXXXX`, `\UXXXXXXXX`. A number that is not a character's is invalid.
  Quote scan_quoted(std::string& name);
};

struct PrologToken {
  enum class Kind : std::uint8_t {
    atom,      ///< `win_1`, `'any text'`
    variable,  ///< `A`, `_`, `_Named`
    number,    ///< `12`, `-3`, `2.5`
    open,
    close,
    comma,
    open_list,   ///< `[`
    close_list,  ///< `]`
    bar,         ///< `|`, of `[H|T]`
    slash,       ///< `/`, of `parent/2`
    neck,        ///< `:-`
    negation,    ///< `\+`, or the atom `not` (unquoted)
    comparison,  ///< `=`, `\=`, `==`, `\==`, `<`, `>`, `=<`, `>=`, `=:=`, `=\=`
    stop,        ///< the `.` that ends a clause
    other,       ///< anything else, also an unfinished quotation or comment
    end,         ///< of the text
  };
  Kind kind = Kind::end;
  std::string text;  ///< an atom's name without quotes; otherwise as written
  ir::Span span;
};

/// A pull lexer. `%` comments reach to the end of the line, `/* */` ones do not
/// nest; a UTF-8 byte order mark at the start is skipped.
class PrologLexer : PrologCursor {
 public:
  /// `text` is the text of `file` and must outlive the lexer.
  PrologLexer(ir::FileId file, std::string_view text) : PrologCursor(file, text) {}

  /// Returns the next token; at the end of the text returns `end` every time.
  PrologToken next();

 private:
  void scan_atom(PrologToken& token);
  void scan_number();
};

/// Reads tokens and clauses; the base class of all readers of such texts.
class PrologTokens {
 protected:
  using Kind = PrologToken::Kind;

  PrologTokens(ir::FileId file, ir::Diagnostics& diagnostics)
      : diagnostics_(diagnostics), lexer_(file, diagnostics.sources()[file].text) {
    step();
  }

  void step() {
    end_ = token_.span.end;
    token_ = lexer_.next();
  }
  bool accept(Kind kind) {
    if (token_.kind != kind) return false;
    step();
    return true;
  }

  /// Returns whether `wanted` is true of a token up to the end of the clause. Does not consume
  /// tokens.
  template <typename Wanted>
  [[nodiscard]] bool clause_has(const Wanted& wanted) const {
    PrologLexer ahead = lexer_;
    for (PrologToken token = token_; token.kind != Kind::stop && token.kind != Kind::end;
         token = ahead.next()) {
      if (wanted(token)) return true;
    }
    return false;
  }

  /// Returns the result of `read_one` for each clause. Omits a clause for which it returns nothing,
  /// after it reported an error; stops after max_parse_errors errors.
  template <typename ReadOne>
  auto read_clauses(const ReadOne& read_one) {
    std::vector<typename decltype(read_one())::value_type> clauses;
    const std::size_t errors_before = diagnostics_.error_count();
    while (token_.kind != Kind::end &&
           diagnostics_.error_count() - errors_before < max_parse_errors) {
      if (auto clause = read_one()) {
        clauses.push_back(*std::move(clause));
        continue;
      }
      while (token_.kind != Kind::stop && token_.kind != Kind::end) step();
      accept(Kind::stop);
    }
    return clauses;
  }

  ir::Diagnostics& diagnostics_;
  PrologToken token_;
  ir::Position end_;  ///< where the token before token_ ends

 private:
  PrologLexer lexer_;
};

}  // namespace tesuji::frontend
