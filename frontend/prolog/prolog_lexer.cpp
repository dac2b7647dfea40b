#include "frontend/prolog/prolog_lexer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tesuji::frontend {
namespace {

using ir::is_digit;
using TokenKind = PrologToken::Kind;

/// The longest first.
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

/// From the quote on; the token becomes `other` where no quote ends it on its line, and at what is
/// no escape sequence.
void PrologLexer::scan_atom(PrologToken& token) {
  token.text.clear();
  if (scan_quoted(token.text) == Quote::closed) {
    token.kind = TokenKind::atom;
    return;
  }
  token.kind = TokenKind::other;
  token.text.insert(0, 1, '\'');
}

/// Behind its first digit or sign; a `.` that no digit follows ends the clause.
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
    offset_ = text_.size();  // the comment swallows the rest
    return token;
  }
  if (c == '\'') {
    scan_atom(token);
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
