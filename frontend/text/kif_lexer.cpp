#include "frontend/text/kif_lexer.h"

namespace tesuji::frontend {
namespace {

bool is_symbol_byte(char c) {
  return !ir::is_blank(c) && !ir::is_control(c) && c != '(' && c != ')' && c != ';';
}

}  // namespace

KifLexer::KifLexer(ir::FileId file, std::string_view text, std::vector<ir::Span>* comments)
    : TextCursor(file, text), comments_(comments) {
  ahead_ = scan();
}

KifToken KifLexer::next() {
  KifToken token = ahead_;
  ahead_ = scan();
  return token;
}

KifToken KifLexer::scan() {
  skip_blanks_and_comments(";", false, comments_);
  const std::size_t begin = offset_;
  const ir::Position place = position();
  KifToken token;
  if (!at_end()) {
    const char c = text_[offset_++];
    if (c == '(') {
      token.kind = KifToken::Kind::open;
    } else if (c == ')') {
      token.kind = KifToken::Kind::close;
    } else if (ir::is_control(c)) {
      token.kind = KifToken::Kind::invalid;
    } else {
      token.kind = KifToken::Kind::symbol;
      while (!at_end() && is_symbol_byte(at())) ++offset_;
    }
  }
  token.text = text_.substr(begin, offset_ - begin);
  token.span = since(place);
  token.first_on_line = place.line != last_line_;
  last_line_ = place.line;
  return token;
}

}  // namespace tesuji::frontend
