// Splits text in Prolog's syntax: strategies, facts, examples, background, clause metarules, domain
// theories and logical features. The cursor knows names in quotes, which is all that facts need;
// the lexer makes tokens; PrologTokens is the base of what reads clauses of them.
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

  /// Where a name in quotes was left.
  enum class Quote : std::uint8_t {
    closed,
    unclosed,  ///< at the end of the line on which no quote ends it
    escape,    ///< at a `\` that begins no escape sequence
  };
  /// Goes past a name in quotes and appends what it names. Two quotes stand for one; escape
  /// sequences are those of ISO Prolog (`\n`, `\x41\`, `\101\`, `\'`, a line break, ..), and `\e`,
  /// `\s`, `\uXXXX`, `\UXXXXXXXX`; numbers of no character are none.
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
  /// `text` is that of `file` and must outlive the lexer.
  PrologLexer(ir::FileId file, std::string_view text) : PrologCursor(file, text) {}

  /// The next token; `end` again and again at the end of the text.
  PrologToken next();

 private:
  void scan_atom(PrologToken& token);
  void scan_number();
};

/// Reads tokens and clauses: the base of all readers of such texts.
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

  /// Whether some token up to the end of the clause is `wanted`. Reads nothing.
  template <typename Wanted>
  [[nodiscard]] bool clause_has(const Wanted& wanted) const {
    PrologLexer ahead = lexer_;
    for (PrologToken token = token_; token.kind != Kind::stop && token.kind != Kind::end;
         token = ahead.next()) {
      if (wanted(token)) return true;
    }
    return false;
  }

  /// What `read_one` returns of every clause; one where that is nothing (reported) is left out.
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
  ir::Position end_;  ///< of the token before token_

 private:
  PrologLexer lexer_;
};

}  // namespace tesuji::frontend
