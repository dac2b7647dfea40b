#include "frontend/text/prolog_lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace tesuji::frontend {
namespace {

struct Escape {
  std::string text;        ///< the characters that it denotes, in UTF-8; empty for a line break
  std::size_t length = 0;  ///< bytes, with the `\`
};

/// Returns the character with this number, in UTF-8; nothing if there is no such character.
std::optional<std::string> utf8(std::uint32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return std::nullopt;
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  const auto behind = [&](std::uint32_t value) { return byte(0x80 | (value & 0x3FU)); };
  if (code < 0x80) return std::string{byte(code)};
  if (code < 0x800) return std::string{byte(0xC0 | code >> 6U), behind(code)};
  if (code < 0x10000) {
    return std::string{byte(0xE0 | code >> 12U), behind(code >> 6U), behind(code)};
  }
  return std::string{byte(0xF0 | code >> 18U), behind(code >> 12U), behind(code >> 6U),
                     behind(code)};
}

/// Parses a character's number, which begins at `start`: exactly `digits` digits, or, if that is 0,
/// all digits up to a `\`, which must follow.
std::optional<Escape> numbered(std::string_view text, std::size_t start, int base,
                               std::size_t digits) {
  const std::string_view rest = text.substr(start, digits == 0 ? text.npos : digits);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), code, base);
  const auto read = static_cast<std::size_t>(end - rest.data());
  if (error != std::errc{} || (digits != 0 && read != digits)) return std::nullopt;
  if (digits == 0 && !rest.substr(read).starts_with('\\')) return std::nullopt;
  auto character = utf8(code);
  if (!character) return std::nullopt;
  return Escape{std::move(*character), start + read + (digits == 0 ? 1 : 0)};
}

/// Parses the escape sequence at the front of the text, which begins with `\`; nothing if it is
/// invalid.
std::optional<Escape> escape_in(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  constexpr std::string_view letters = "abefnrstv\\'\"`";
  constexpr std::string_view meanings = "\a\b\x1B\f\n\r \t\v\\'\"`";
  const char c = text[1];
  if (const std::size_t letter = letters.find(c); letter != std::string_view::npos) {
    return Escape{std::string(1, meanings[letter]), 2};
  }
  switch (c) {
    case '\n':
      return Escape{{}, 2};
    case '\r':
      return Escape{{}, text.substr(1).starts_with("\r\n") ? std::size_t{3} : std::size_t{2}};
    case 'x':
      return numbered(text, 2, 16, 0);
    case 'u':
      return numbered(text, 2, 16, 4);
    case 'U':
      return numbered(text, 2, 16, 8);
    default:
      return c >= '0' && c <= '7' ? numbered(text, 1, 8, 0) : std::nullopt;
  }
}

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

PrologCursor::Quote PrologCursor::scan_quoted(std::string& name) {
  for (advance(); !at_line_end();) {
    if (at() == '\\') {
      const auto escape = escape_in(rest());
      if (!escape) return Quote::escape;
      const std::size_t end = offset_ + escape->length;
      while (offset_ < end) advance();
      name += escape->text;
      continue;
    }
    const char c = at();
    advance();
    if (c == '\'' && !accept("'")) return Quote::closed;
    name += c;
  }
  return Quote::unclosed;
}

/// Scans from the opening quote on; the token becomes `other` if no quote ends it on its line, or
/// at an invalid escape sequence.
void PrologLexer::scan_atom(PrologToken& token) {
  token.text.clear();
  if (scan_quoted(token.text) == Quote::closed) {
    token.kind = TokenKind::atom;
    return;
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
