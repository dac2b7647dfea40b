#include "frontend/gdl/kif_lexer.h"

namespace tesuji::frontend {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 || byte == 0x7f) && !is_blank(c);
}

bool is_symbol_byte(char c) {
  return !is_blank(c) && !is_control(c) && c != '(' && c != ')' && c != ';';
}

}  // namespace

KifLexer::KifLexer(ir::FileId file, std::string_view text, std::vector<ir::Span>* comments)
    : text_(text), file_(file), comments_(comments) {
  if (text_.substr(0, byte_order_mark.size()) == byte_order_mark) {
    offset_ = byte_order_mark.size();
  }
  ahead_ = scan();
}

KifToken KifLexer::next() {
  KifToken token = ahead_;
  ahead_ = scan();
  return token;
}

void KifLexer::end_line() {
  const bool pair = text_.substr(offset_, 2) == "\r\n";
  offset_ += pair ? 2 : 1;
  line_start_ = offset_;
  ++line_;
  line_has_token_ = false;
}

void KifLexer::skip_blanks_and_comments() {
  while (offset_ < text_.size()) {
    const char c = text_[offset_];
    if (c == '\n' || c == '\r') {
      end_line();
    } else if (is_blank(c)) {
      ++offset_;
    } else if (c == ';') {
      const std::size_t line_end = text_.find_first_of("\r\n", offset_);
      const std::size_t begin = offset_;
      offset_ = line_end == std::string_view::npos ? text_.size() : line_end;
      if (comments_ != nullptr) {
        const auto column = [&](std::size_t offset) {
          return static_cast<std::uint32_t>(offset - line_start_ + 1);
        };
        comments_->push_back({file_, {line_, column(begin)}, {line_, column(offset_)}});
      }
    } else {
      return;
    }
  }
}

KifToken KifLexer::scan() {
  skip_blanks_and_comments();
  const std::size_t begin = offset_;
  KifToken token;
  if (begin < text_.size()) {
    const char c = text_[begin];
    ++offset_;
    if (c == '(') {
      token.kind = KifToken::Kind::open;
    } else if (c == ')') {
      token.kind = KifToken::Kind::close;
    } else if (is_control(c)) {
      token.kind = KifToken::Kind::invalid;
    } else {
      token.kind = KifToken::Kind::symbol;
      while (offset_ < text_.size() && is_symbol_byte(text_[offset_])) {
        ++offset_;
      }
    }
  }
  const auto column = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(offset - line_start_ + 1);
  };
  token.text = text_.substr(begin, offset_ - begin);
  token.span = {file_, {line_, column(begin)}, {line_, column(offset_)}};
  token.first_on_line = !line_has_token_;
  line_has_token_ = true;
  return token;
}

}  // namespace tesuji::frontend
