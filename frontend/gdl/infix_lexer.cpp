#include "frontend/gdl/infix_lexer.h"

namespace tesuji::frontend {
namespace {

using ir::is_blank;
using ir::is_control;
using ir::is_digit;
using ir::is_lower;
using ir::is_upper;
using ir::is_word_byte;
using Kind = InfixToken::Kind;

}  // namespace

InfixLexer::InfixLexer(ir::FileId file, std::string_view text, std::vector<ir::Span>* comments)
    : TextCursor(file, text), comments_(comments) {
  ahead_ = scan();
}

InfixToken InfixLexer::next() {
  const InfixToken token = ahead_;
  ahead_ = scan();
  return token;
}

/// Whether the next bytes may directly follow a word.
bool InfixLexer::at_delimiter() const {
  const std::string_view rest = text_.substr(offset_, 2);
  return rest.empty() || is_blank(rest[0]) || is_control(rest[0]) ||
         std::string_view("(),&|~.%;").find(rest[0]) != std::string_view::npos || rest == ":-" ||
         rest == "<=" || rest == "/*";
}

Kind InfixLexer::scan_odd() {
  while (!at_delimiter()) ++offset_;
  return Kind::odd;
}

Kind InfixLexer::scan_word() {
  while (is_word_byte(at())) ++offset_;
  return at_delimiter() ? Kind::name : scan_odd();
}

Kind InfixLexer::scan_quoted() {
  if (!accept_quoted()) return Kind::unclosed_quote;
  return at_delimiter() ? Kind::quoted : scan_odd();
}

Kind InfixLexer::scan_variable() {
  const std::size_t begin = offset_;
  if (at() == '?') {
    ++offset_;
    if (at() == '\'') {
      const Kind kind = scan_quoted();
      return kind == Kind::quoted ? Kind::variable : kind;
    }
  }
  const std::size_t name = offset_;
  while (is_word_byte(at())) ++offset_;
  if (!at_delimiter() || offset_ == name) return scan_odd();
  return text_.substr(begin, offset_ - begin) == "_" ? Kind::anonymous : Kind::variable;
}

/// Scans one token; the text must not be at its end.
Kind InfixLexer::scan_token() {
  const char c = text_[offset_];
  if (is_lower(c) || is_digit(c)) return scan_word();
  if (is_upper(c) || c == '_' || c == '?') return scan_variable();
  if (c == '\'') return scan_quoted();
  if ((c == '+' || c == '-') && is_digit(at(1))) {
    ++offset_;
    while (is_digit(at())) ++offset_;
    return at_delimiter() ? Kind::name : scan_odd();
  }
  if (accept(":-") || accept("<=")) return Kind::neck;
  if (accept("/*")) return Kind::unclosed_comment;
  if (!at_delimiter()) return scan_odd();
  ++offset_;
  switch (c) {
    case '(':
      return Kind::open;
    case ')':
      return Kind::close;
    case ',':
      return Kind::comma;
    case '&':
      return Kind::conjunction;
    case '|':
      return Kind::disjunction;
    case '~':
      return Kind::negation;
    case '.':
      return Kind::stop;
    default:
      return Kind::invalid;
  }
}

InfixToken InfixLexer::scan() {
  InfixToken token;
  const std::size_t before = offset_;
  skip_blanks_and_comments("%;", true, comments_);  // an unclosed comment becomes a token
  token.adjoins = offset_ == before;
  const std::size_t begin = offset_;
  const ir::Position place = position();
  if (begin < text_.size()) token.kind = scan_token();
  token.text = text_.substr(begin, offset_ - begin);
  token.span = since(place);
  token.first_on_line = place.line != last_line_;
  last_line_ = place.line;
  // An unclosed comment extends to the end of the text.
  if (token.kind == Kind::unclosed_comment) offset_ = text_.size();
  return token;
}

}  // namespace tesuji::frontend
