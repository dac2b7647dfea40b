#include "ir/text/lexer.h"

#include <algorithm>
#include <utility>

namespace tesuji::ir {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_word_char(char c) {
  return is_digit(c) || is_lower(c) || is_upper(c) || c == '_';
}

/// Length of the variable name at the beginning of `text`, or 0.
std::size_t scan_variable(std::string_view text) {
  if (text.empty() || !is_upper(text[0])) return 0;
  std::size_t length = 1;
  while (length < text.size() && is_word_char(text[length])) ++length;
  return length;
}

/// Length of the bare word at the beginning of `text`, or 0. Dots and hyphens
/// are part of a word only between word characters, so that `..` and `->` are
/// not; in words that begin with a digit a hyphen is part of an exponent only,
/// so that `3-20` is a range.
std::size_t scan_word(std::string_view text) {
  const auto char_at = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  std::size_t length = 0;
  if (text.empty()) return 0;
  if ((text[0] == '+' || text[0] == '-') && is_digit(char_at(1))) {
    length = 2;
    while (is_digit(char_at(length))) ++length;
    return length;
  }
  if (!is_digit(text[0]) && !is_lower(text[0])) return 0;
  for (length = 1; length < text.size(); ++length) {
    const char c = text[length];
    const char after = char_at(length + 1);
    const bool hyphen =
        is_digit(text[0]) ? text[length - 1] == 'e' && is_digit(after) : is_word_char(after);
    const bool inside =
        is_word_char(c) || c == '#' || (c == '.' && is_word_char(after)) || (c == '-' && hyphen);
    if (!inside) break;
  }
  return length;
}

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

bool is_bare_word(std::string_view text) {
  return !text.empty() && scan_word(text) == text.size();
}

bool is_variable_name(std::string_view text) {
  return !text.empty() && scan_variable(text) == text.size();
}

Position Lexer::here() const {
  return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
}

void Lexer::end_line() {
  if (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
  ++at_;
  ++line_;
  line_start_ = at_;
}

void Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n' || c == '\r') {
      end_line();
    } else if (c == ' ' || c == '\t') {
      ++at_;
    } else if (c == '#') {
      at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    } else {
      return;
    }
  }
}

Token Lexer::finish(Token::Kind kind, std::size_t length) {
  Token token;
  token.kind = kind;
  token.begin = here();
  token.text = text_.substr(at_, length);
  at_ += length;
  token.end = here();
  return token;
}

Token Lexer::fail(std::string_view message, Position begin) {
  return {Token::Kind::invalid, message, begin, here()};
}

Token Lexer::next() {
  skip_blanks();
  if (at_ == text_.size()) return finish(Token::Kind::end, 0);
  const std::string_view rest = text_.substr(at_);
  const char c = rest[0];
  if (c == '\'' || c == '"') return read_quoted(c);
  // A sign that directly follows a digit is the hyphen of a range.
  const bool after_digit = at_ > 0 && is_digit(text_[at_ - 1]);
  if (!(c == '-' && after_digit)) {
    if (const std::size_t length = scan_word(rest)) return finish(Token::Kind::word, length);
  }
  if (const std::size_t length = scan_variable(rest)) {
    return finish(Token::Kind::variable, length);
  }
  if (c == '?') {
    if (const std::size_t length = scan_variable(rest.substr(1))) {
      Token token = finish(Token::Kind::binder, length + 1);
      token.text.remove_prefix(1);
      return token;
    }
  }
  if (c == '_' && (rest.size() == 1 || !is_word_char(rest[1]))) {
    return finish(Token::Kind::ignore, 1);
  }
  if (rest.starts_with("->") || rest.starts_with("..")) {
    return finish(Token::Kind::punctuation, 2);
  }
  if (std::string_view("(){},:=?!-").find(c) != std::string_view::npos) {
    return finish(Token::Kind::punctuation, 1);
  }
  const Position begin = here();
  ++at_;
  return fail("unexpected character", begin);
}

Token Lexer::read_quoted(char quote) {
  Token token;
  token.kind = quote == '"' ? Token::Kind::string : Token::Kind::quoted;
  token.begin = here();
  const std::size_t start = ++at_;
  const char stops[] = {quote, '\\', '\n', '\r'};
  const std::string_view stop_set(stops, sizeof stops);
  std::string decoded;
  bool escaped = false;
  while (true) {
    const std::size_t stop = text_.find_first_of(stop_set, at_);
    if (stop == std::string_view::npos || text_[stop] == '\n' || text_[stop] == '\r') {
      at_ = std::min(stop, text_.size());
      return fail("the closing quote is missing on this line", token.begin);
    }
    if (text_[stop] == quote && !escaped) {
      token.text = text_.substr(start, stop - start);
      at_ = stop + 1;
      break;
    }
    decoded += text_.substr(at_, stop - at_);
    at_ = stop;
    if (text_[stop] == quote) {
      ++at_;
      token.text = decoded_.emplace_back(std::move(decoded));
      break;
    }
    escaped = true;
    const Position begin = here();
    if (!read_escape(decoded)) return fail("unknown escape; there are \\\\ \\' \\\" \\xHH", begin);
  }
  token.end = here();
  return token;
}

bool Lexer::read_escape(std::string& decoded) {
  const std::string_view rest = text_.substr(at_);
  if (rest.size() >= 4 && rest[1] == 'x') {
    const int high = hex_value(rest[2]);
    const int low = hex_value(rest[3]);
    if (high >= 0 && low >= 0) {
      decoded += static_cast<char>(high * 16 + low);
      at_ += 4;
      return true;
    }
  } else if (rest.size() >= 2 && (rest[1] == '\\' || rest[1] == '\'' || rest[1] == '"')) {
    decoded += rest[1];
    at_ += 2;
    return true;
  }
  ++at_;
  return false;
}

}  // namespace tesuji::ir
