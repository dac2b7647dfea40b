#include "ir/core/text_cursor.h"

#include <algorithm>

namespace tesuji::ir {

std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

TextCursor::TextCursor(FileId file, std::string_view text)
    : file_(file), text_(text), offset_(text.size() - without_byte_order_mark(text).size()) {}

Position TextCursor::position() const {
  return {line_, static_cast<std::uint32_t>(offset_ - line_start_ + 1)};
}

void TextCursor::advance() {
  const char c = text_[offset_++];
  if (c == '\n' || (c == '\r' && at() != '\n')) {
    ++line_;
    line_start_ = offset_;
  }
}

bool TextCursor::accept(std::string_view sign) {
  if (!rest().starts_with(sign)) return false;
  offset_ += sign.size();
  return true;
}

bool TextCursor::accept_quoted(std::string* name) {
  for (++offset_; !at_line_end();) {
    const char c = text_[offset_++];
    if (c == '\'' && !accept("'")) return true;
    if (name != nullptr) *name += c;
  }
  return false;
}

bool TextCursor::skip_blanks_and_comments(std::string_view line_comments, bool blocks,
                                          std::vector<Span>* comments) {
  while (!at_end()) {
    if (is_blank(at())) {
      advance();
      continue;
    }
    const Position begin = position();
    if (line_comments.find(at()) != std::string_view::npos) {
      offset_ = std::min(text_.find_first_of("\r\n", offset_), text_.size());
    } else if (blocks && rest().starts_with("/*")) {
      const std::size_t close = text_.find("*/", offset_ + 2);
      if (close == std::string_view::npos) return false;
      while (offset_ < close + 2) advance();
    } else {
      break;
    }
    if (comments != nullptr) comments->push_back(since(begin));
  }
  return true;
}

}  // namespace tesuji::ir
