// KIF and infix text differ in what precedes a `(`: in KIF it begins a list, in infix text it
// directly follows a name. Comments of both syntaxes decide nothing, nor do bare symbols, which may
// be propositions in either.
#include "frontend/gdl/syntax.h"
#include "ir/core/text_cursor.h"

#include <algorithm>

namespace tesuji::frontend {
namespace {

/// Returns the offset of the end of the line that contains `offset`.
std::size_t line_end(std::string_view text, std::size_t offset) {
  return std::min(text.find_first_of("\r\n", offset), text.size());
}

/// Returns the offset after the `/*` comment at `offset`; npos if the comment is not closed.
std::size_t comment_end(std::string_view text, std::size_t offset) {
  const std::size_t close = text.find("*/", offset + 2);
  return close == std::string_view::npos ? close : close + 2;
}

}  // namespace

Syntax detect_syntax(std::string_view text) {
  text = ir::without_byte_order_mark(text);
  std::size_t offset = 0;
  std::size_t symbols = 0;
  bool after_symbol = false;  // directly after a symbol
  while (offset < text.size()) {
    const char c = text[offset];
    if (c == '(') return after_symbol ? Syntax::infix : Syntax::kif;
    if (c == ')') return Syntax::kif;
    const bool block = text.substr(offset, 2) == "/*";
    if (c == ';' || block || (c == '%' && !after_symbol)) {
      offset = block ? comment_end(text, offset) : line_end(text, offset);
      // Only the infix parser can report the fault.
      if (offset == std::string_view::npos) return Syntax::infix;
      after_symbol = false;
    } else if (ir::is_blank(c)) {
      ++offset;
      after_symbol = false;
    } else {
      const std::size_t end = std::min(text.find_first_of(" \t\n\v\f\r();", offset), text.size());
      const std::string_view symbol = text.substr(offset, end - offset);
      if (symbol.find(":-") != std::string_view::npos || (symbol == "<=" && symbols > 0)) {
        return Syntax::infix;
      }
      offset = end;
      after_symbol = true;
      ++symbols;
    }
  }
  return Syntax::kif;
}

}  // namespace tesuji::frontend
