#include "frontend/gdl/infix_lexer.h"

#include <algorithm>

namespace tesuji::frontend {
namespace {

using Kind = InfixToken::Kind;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 || byte == 0x7f) && !is_blank(c);
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word_byte(char c) {
  return is_lower(c) || is_upper(c) || is_digit(c) || c == '_';
}

}  // namespace

InfixLexer::InfixLexer(ir::FileId file, std::string_view text, std::vector<ir::Span>* comments)
    : text_(text), file_(file), comments_(comments) {
  if (text_.substr(0, byte_order_mark.size()) == byte_order_mark) {
    offset_ = byte_order_mark.size();
  }
  ahead_ = scan();
}

InfixToken InfixLexer::next() {
  const InfixToken token = ahead_;
  ahead_ = scan();
  return token;
}

ir::Position InfixLexer::position() const {
  return {line_, static_cast<std::uint32_t>(offset_ - line_start_ + 1)};
}

void InfixLexer::end_line() {
  const bool pair = text_.substr(offset_, 2) == "\r\n";
  offset_ += pair ? 2 : 1;
  line_start_ = offset_;
  ++line_;
  line_has_token_ = false;
}

bool InfixLexer::skip_blanks_and_comments() {
  while (offset_ < text_.size()) {
    const char c = text_[offset_];
    if (c == '\n' || c == '\r') {
      end_line();
    } else if (is_blank(c)) {
      ++offset_;
    } else if (c == '%' || c == ';') {
      const ir::Position begin = position();
      offset_ = std::min(text_.find_first_of("\r\n", offset_), text_.size());
      if (comments_ != nullptr) comments_->push_back({file_, begin, position()});
    } else if (c == '/' && at(offset_ + 1) == '*') {
      const std::size_t close = text_.find("*/", offset_ + 2);
      if (close == std::string_view::npos) return false;
      const ir::Position begin = position();
      while (offset_ < close) {
        if (text_[offset_] == '\n' || text_[offset_] == '\r') {
          end_line();
        } else {
          ++offset_;
        }
      }
      offset_ = close + 2;
      if (comments_ != nullptr) comments_->push_back({file_, begin, position()});
    } else {
      break;
    }
  }
  return true;
}

/// Whether what stands here may follow a word directly.
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
  while (is_word_byte(at(offset_))) ++offset_;
  return at_delimiter() ? Kind::name : scan_odd();
}

Kind InfixLexer::scan_quoted() {
  ++offset_;
  while (offset_ < text_.size() && text_[offset_] != '\n' && text_[offset_] != '\r') {
    if (text_[offset_++] != '\'') continue;
    if (at(offset_) != '\'') return at_delimiter() ? Kind::quoted : scan_odd();
    ++offset_;
  }
  return Kind::unclosed_quote;
}

Kind InfixLexer::scan_variable() {
  const std::size_t begin = offset_;
  if (at(offset_) == '?') {
    ++offset_;
    if (at(offset_) == '\'') {
      const Kind kind = scan_quoted();
      return kind == Kind::quoted ? Kind::variable : kind;
    }
  }
  const std::size_t name = offset_;
  while (is_word_byte(at(offset_))) ++offset_;
  if (!at_delimiter() || offset_ == name) return scan_odd();
  return text_.substr(begin, offset_ - begin) == "_" ? Kind::anonymous : Kind::variable;
}

/// Goes past one token; there is one.
Kind InfixLexer::scan_token() {
  const char c = text_[offset_];
  if (is_lower(c) || is_digit(c)) return scan_word();
  if (is_upper(c) || c == '_' || c == '?') return scan_variable();
  if (c == '\'') return scan_quoted();
  if ((c == '+' || c == '-') && is_digit(at(offset_ + 1))) {
    ++offset_;
    while (is_digit(at(offset_))) ++offset_;
    return at_delimiter() ? Kind::name : scan_odd();
  }
  const std::string_view pair = text_.substr(offset_, 2);
  if (pair == ":-" || pair == "<=") {
    offset_ += 2;
    return Kind::neck;
  }
  if (pair == "/*") {
    offset_ += 2;
    return Kind::unclosed_comment;
  }
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
  static_cast<void>(skip_blanks_and_comments());  // an unclosed comment becomes a token
  token.adjoins = offset_ == before;
  const std::size_t begin = offset_;
  token.span = {file_, position(), position()};
  if (begin < text_.size()) token.kind = scan_token();
  token.text = text_.substr(begin, offset_ - begin);
  token.span.end = position();
  token.first_on_line = !line_has_token_;
  line_has_token_ = true;
  // Nothing is left to be read where a comment swallows the rest.
  if (token.kind == Kind::unclosed_comment) offset_ = text_.size();
  return token;
}

}  // namespace tesuji::frontend
