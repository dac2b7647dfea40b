#include "ir/text/lexer.h"

#include <algorithm>
#include <utility>

namespace tesuji::ir {
namespace {

/// Returns the length of the variable name at the beginning of `text`, or 0.
std::size_t scan_variable(std::string_view text) {
  if (text.empty() || !is_upper(text[0])) return 0;
  std::size_t length = 1;
  while (length < text.size() && is_word_byte(text[length])) ++length;
  return length;
}

/// Returns the length of the bare word at the beginning of `text`, or 0. Dots and hyphens belong to
/// a word only between word characters, so that `..` and `->` do not; in words that begin with a
/// digit a hyphen belongs only to an exponent, so that `3-20` is a range.
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
        is_digit(text[0]) ? text[length - 1] == 'e' && is_digit(after) : is_word_byte(after);
    const bool inside =
        is_word_byte(c) || c == '#' || (c == '.' && is_word_byte(after)) || (c == '-' && hyphen);
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

Token Lexer::finish(Token::Kind kind, std::size_t length) {
  Token token;
  token.kind = kind;
  token.begin = position();
  token.text = text_.substr(offset_, length);
  offset_ += length;
  token.end = position();
  return token;
}

Token Lexer::fail(std::string_view message, Position begin) {
  return {Token::Kind::invalid, message, begin, position()};
}

Token Lexer::next() {
  skip_blanks_and_comments("#", false);
  if (at_end()) return finish(Token::Kind::end, 0);
  const std::string_view rest = this->rest();
  const char c = rest[0];
  if (c == '\'' || c == '"') return read_quoted(c);
  // A sign directly after a digit is the hyphen of a range.
  const bool after_digit = offset_ > 0 && is_digit(text_[offset_ - 1]);
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
  if (c == '_' && (rest.size() == 1 || !is_word_byte(rest[1]))) {
    return finish(Token::Kind::ignore, 1);
  }
  if (rest.starts_with("->") || rest.starts_with("..")) {
    return finish(Token::Kind::punctuation, 2);
  }
  if (std::string_view("(){},:=?!-").find(c) != std::string_view::npos) {
    return finish(Token::Kind::punctuation, 1);
  }
  const Position begin = position();
  ++offset_;
  return fail("unexpected character", begin);
}

Token Lexer::read_quoted(char quote) {
  Token token;
  token.kind = quote == '"' ? Token::Kind::string : Token::Kind::quoted;
  token.begin = position();
  const std::size_t start = ++offset_;
  const char stops[] = {quote, '\\', '\n', '\r'};
  const std::string_view stop_set(stops, sizeof stops);
  std::string decoded;
  bool escaped = false;
  while (true) {
    const std::size_t stop = text_.find_first_of(stop_set, offset_);
    if (stop == std::string_view::npos || text_[stop] == '\n' || text_[stop] == '\r') {
      offset_ = std::min(stop, text_.size());
      return fail("the closing quote is missing on this line", token.begin);
    }
    if (text_[stop] == quote && !escaped) {
      token.text = text_.substr(start, stop - start);
      offset_ = stop + 1;
      break;
    }
    decoded += text_.substr(offset_, stop - offset_);
    offset_ = stop;
    if (text_[stop] == quote) {
      ++offset_;
      token.text = decoded_.emplace_back(std::move(decoded));
      break;
    }
    escaped = true;
    const Position begin = position();
    if (!read_escape(decoded)) return fail("unknown escape; there are \\\\ \\' \\\" \\xHH", begin);
  }
  token.end = position();
  return token;
}

bool Lexer::read_escape(std::string& decoded) {
  const std::string_view rest = this->rest();
  if (rest.size() >= 4 && rest[1] == 'x') {
    const int high = hex_value(rest[2]);
    const int low = hex_value(rest[3]);
    if (high >= 0 && low >= 0) {
      decoded += static_cast<char>(high * 16 + low);
      offset_ += 4;
      return true;
    }
  } else if (rest.size() >= 2 && (rest[1] == '\\' || rest[1] == '\'' || rest[1] == '"')) {
    decoded += rest[1];
    offset_ += 2;
    return true;
  }
  ++offset_;
  return false;
}

}  // namespace tesuji::ir
