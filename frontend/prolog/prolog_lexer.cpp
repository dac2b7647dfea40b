#include "frontend/prolog/prolog_lexer.h"

#include "frontend/prolog/prolog_escapes.h"

#include <algorithm>
#include <array>

namespace tesuji::frontend {
namespace {

using Kind = PrologToken::Kind;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
/// The longest first.
constexpr std::array<std::string_view, 10> comparisons = {
    "=:=", "=\\=", "\\==", "==", "\\=", "=<", ">=", "=", "<", ">"};

bool is_name_byte(char c) {
  return is_lower(c) || is_upper(c) || is_digit(c);
}

}  // namespace

PrologLexer::PrologLexer(ir::FileId file, std::string_view text) : text_(text), file_(file) {
  if (text_.substr(0, byte_order_mark.size()) == byte_order_mark) {
    offset_ = byte_order_mark.size();
  }
}

ir::Position PrologLexer::position() const {
  return {line_, static_cast<std::uint32_t>(offset_ - line_start_ + 1)};
}

void PrologLexer::advance() {
  const char c = text_[offset_++];
  if (c == '\n' || (c == '\r' && at(offset_) != '\n')) {
    ++line_;
    line_start_ = offset_;
  }
}

/// False when it stands at a `/*` that is never closed.
bool PrologLexer::skip_blanks_and_comments() {
  while (offset_ < text_.size()) {
    const char c = text_[offset_];
    if (is_blank(c)) {
      advance();
    } else if (c == '%') {
      const std::size_t line_end = text_.find_first_of("\r\n", offset_);
      offset_ = line_end == std::string_view::npos ? text_.size() : line_end;
    } else if (c == '/' && at(offset_ + 1) == '*') {
      const std::size_t close = text_.find("*/", offset_ + 2);
      if (close == std::string_view::npos) {
        return false;
      }
      while (offset_ < close + 2) {
        advance();
      }
    } else {
      break;
    }
  }
  return true;
}

/// From the quote on; the token becomes `other` where no quote ends it on its line, and at what is
/// no escape sequence.
void PrologLexer::scan_quoted(PrologToken& token) {
  token.text.clear();
  advance();
  while (offset_ < text_.size()) {
    const char c = text_[offset_];
    if (c == '\n' || c == '\r') {
      break;
    }
    if (c == '\\') {
      const auto escape = prolog_escape(text_.substr(offset_));
      if (!escape) break;
      const std::size_t end = offset_ + escape->length;
      while (offset_ < end) advance();
      token.text += escape->text;
      continue;
    }
    advance();
    if (c == '\'') {
      if (at(offset_) != '\'') {
        token.kind = Kind::atom;
        return;
      }
      advance();  // two quotes stand for one
    }
    token.text += c;
  }
  token.kind = Kind::other;
  token.text.insert(0, 1, '\'');
}

/// Behind its first digit or sign; a `.` that no digit follows ends the clause.
void PrologLexer::scan_number() {
  while (is_digit(at(offset_))) ++offset_;
  if (at(offset_) == '.' && is_digit(at(offset_ + 1))) {
    ++offset_;
    while (is_digit(at(offset_))) ++offset_;
  }
}

PrologToken PrologLexer::next() {
  const bool closed = skip_blanks_and_comments();
  PrologToken token;
  token.span = {file_, position(), position()};
  if (offset_ >= text_.size()) {
    return token;
  }
  const std::size_t begin = offset_;
  const char c = text_[offset_];
  if (!closed) {
    token.kind = Kind::other;
    token.text = "/*";
    token.span.end.column += 2;
    offset_ = text_.size();  // the comment swallows the rest
    return token;
  }
  if (c == '\'') {
    scan_quoted(token);
    token.span.end = position();
    return token;
  }
  advance();
  if (is_lower(c) || is_upper(c)) {
    while (is_name_byte(at(offset_))) {
      ++offset_;
    }
    token.kind = is_upper(c) ? Kind::variable : Kind::atom;
  } else if (is_digit(c) || (c == '-' && is_digit(at(offset_)))) {
    scan_number();
    token.kind = Kind::number;
  } else if (c == '(') {
    token.kind = Kind::open;
  } else if (c == ')') {
    token.kind = Kind::close;
  } else if (c == ',') {
    token.kind = Kind::comma;
  } else if (c == '[') {
    token.kind = Kind::open_list;
  } else if (c == ']') {
    token.kind = Kind::close_list;
  } else if (c == '/') {
    token.kind = Kind::slash;
  } else if (c == ':' && at(offset_) == '-') {
    ++offset_;
    token.kind = Kind::neck;
  } else if (c == '\\' && at(offset_) == '+') {
    ++offset_;
    token.kind = Kind::negation;
  } else if (c == '.' && (offset_ == text_.size() || is_blank(at(offset_)) || at(offset_) == '%')) {
    token.kind = Kind::stop;
  } else if (const auto word = std::find_if(
                 comparisons.begin(), comparisons.end(),
                 [&](std::string_view one) { return text_.substr(begin).starts_with(one); });
             word != comparisons.end()) {
    offset_ = begin + word->size();
    token.kind = Kind::comparison;
  } else {
    token.kind = Kind::other;
  }
  token.text = text_.substr(begin, offset_ - begin);
  if (token.kind == Kind::atom && token.text == "not") {
    token.kind = Kind::negation;
  }
  token.span.end = position();
  return token;
}

}  // namespace tesuji::frontend
