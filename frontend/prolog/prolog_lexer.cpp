#include "frontend/prolog/prolog_lexer.h"

#include "frontend/prolog/prolog_escapes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tesuji::frontend {
namespace {

using ir::is_digit;
using TokenKind = PrologToken::Kind;

/// The longest signs first.
constexpr std::array<std::pair<std::string_view, TokenKind>, 20> signs = {{
    {"=:=", TokenKind::comparison},  {"=\\=", TokenKind::comparison},
    {"\\==", TokenKind::comparison}, {"==", TokenKind::comparison},
    {"\\=", TokenKind::comparison},  {"=<", TokenKind::comparison},
    {">=", TokenKind::comparison},   {":-", TokenKind::neck},
    {"//", TokenKind::other},        {"\\+", TokenKind::negation},
    {"=", TokenKind::comparison},    {"<", TokenKind::comparison},
    {">", TokenKind::comparison},    {"(", TokenKind::open},
    {")", TokenKind::close},         {",", TokenKind::comma},
    {"[", TokenKind::open_list},     {"]", TokenKind::close_list},
    {"|", TokenKind::bar},           {"/", TokenKind::slash},
}};

}  // namespace

/// Scans from the opening quote on; the token becomes `other` if no quote ends it on its line, or
/// at an invalid escape sequence.
void PrologLexer::scan_quoted(PrologToken& token) {
  token.text.clear();
  advance();
  while (!at_line_end()) {
    const char c = at();
    if (c == '\\') {
      const auto escape = prolog_escape(rest());
      if (!escape) break;
      const std::size_t end = offset_ + escape->length;
      while (offset_ < end) advance();
      token.text += escape->text;
      continue;
    }
    advance();
    if (c == '\'') {
      if (at() != '\'') {
        token.kind = TokenKind::atom;
        return;
      }
      advance();  // two quotes denote one
    }
    token.text += c;
  }
  token.kind = TokenKind::other;
  token.text.insert(0, 1, '\'');
}

/// Scans after the number's first digit or sign; a `.` without a digit after it ends the clause.
void PrologLexer::scan_number() {
  while (is_digit(at())) ++offset_;
  if (at() == '.' && is_digit(at(1))) {
    ++offset_;
    while (is_digit(at())) ++offset_;
  }
}

PrologToken PrologLexer::next() {
  const bool closed = skip_blanks_and_comments("%", true);
  PrologToken token;
  token.span = {file_, position(), position()};
  if (at_end()) return token;
  const std::size_t begin = offset_;
  const char c = text_[offset_];
  if (!closed) {
    token.kind = TokenKind::other;
    token.text = "/*";
    token.span.end.column += 2;
    offset_ = text_.size();  // an unclosed comment extends to the end
    return token;
  }
  if (c == '\'') {
    scan_quoted(token);
    token.span.end = position();
    return token;
  }
  advance();
  if (ir::is_word_byte(c) && !is_digit(c)) {
    while (ir::is_word_byte(at())) ++offset_;
    token.kind = ir::is_lower(c) ? TokenKind::atom : TokenKind::variable;
  } else if (is_digit(c) || (c == '-' && is_digit(at()))) {
    scan_number();
    token.kind = TokenKind::number;
  } else if (c == '.' && (at_end() || ir::is_blank(at()) || at() == '%')) {
    token.kind = TokenKind::stop;
  } else if (const auto* const sign = std::find_if(
                 signs.begin(), signs.end(),
                 [&](const auto& one) { return text_.substr(begin).starts_with(one.first); });
             sign != signs.end()) {
    offset_ = begin + sign->first.size();
    token.kind = sign->second;
  } else {
    token.kind = TokenKind::other;
  }
  token.text = text_.substr(begin, offset_ - begin);
  if (token.kind == TokenKind::atom && token.text == "not") {
    token.kind = TokenKind::negation;
  }
  token.span.end = position();
  return token;
}

}  // namespace tesuji::frontend
