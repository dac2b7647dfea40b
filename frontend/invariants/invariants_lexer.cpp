#include "frontend/invariants/invariants_lexer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tesuji::frontend {
namespace {

using ir::is_digit;
using ir::is_word_byte;
using Kind = InvariantToken::Kind;

/// The longest symbols first. Symbols of kind odd are one token each, so that messages can name the
/// intended one.
constexpr std::array<std::pair<std::string_view, Kind>, 31> symbols = {{
    {"<=>", Kind::odd},         {"<->", Kind::odd},        {"..", Kind::range},
    {"!=", Kind::different},    {"=>", Kind::implication}, {"->", Kind::odd},
    {":-", Kind::odd},          {"<=", Kind::odd},         {"==", Kind::odd},
    {"\\=", Kind::odd},         {"\\+", Kind::odd},        {"/\\", Kind::odd},
    {"\\/", Kind::odd},         {"&&", Kind::odd},         {"||", Kind::odd},
    {"<>", Kind::odd},          {"//", Kind::odd},         {"/*", Kind::odd},
    {"(", Kind::open},          {")", Kind::close},        {"[", Kind::open_bracket},
    {"]", Kind::close_bracket}, {"{", Kind::open_brace},   {"}", Kind::close_brace},
    {",", Kind::comma},         {";", Kind::semicolon},    {":", Kind::colon},
    {".", Kind::stop},          {"/", Kind::slash},        {"=", Kind::equal},
    {"~", Kind::negation},
}};

}  // namespace

void InvariantsLexer::scan_word(InvariantToken& token) {
  const std::size_t begin = offset_;
  const bool is_variable = ir::is_upper(at()) || at() == '_';
  if (at() == '+' || at() == '-') ++offset_;
  while (is_word_byte(at())) ++offset_;
  token.text = text_.substr(begin, offset_ - begin);
  token.kind = !is_variable ? Kind::word : token.text == "_" ? Kind::anonymous : Kind::variable;
}

void InvariantsLexer::scan_quoted(InvariantToken& token) {
  token.kind = accept_quoted(&token.text) ? Kind::quoted : Kind::unclosed_quote;
}

void InvariantsLexer::scan_symbol(InvariantToken& token) {
  const std::string_view rest = this->rest();
  const auto* const known = std::find_if(symbols.begin(), symbols.end(), [&](const auto& symbol) {
    return rest.substr(0, symbol.first.size()) == symbol.first;
  });
  std::size_t length = 1;
  if (known != symbols.end()) {
    token.kind = known->second;
    length = known->first.size();
  } else if (rest[0] == '&') {
    token.kind = Kind::conjunction;
  } else if (rest[0] == '|') {
    token.kind = Kind::disjunction;
  } else {
    token.kind = Kind::odd;
    // A multi-byte character is one token.
    while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0U) == 0x80U) {
      ++length;
    }
  }
  token.text = rest.substr(0, length);
  offset_ += length;
}

InvariantToken InvariantsLexer::next() {
  const std::size_t before = offset_;
  skip_blanks_and_comments("%", false);
  InvariantToken token;
  token.adjoins = offset_ == before;
  token.span = {file_, position(), position()};
  if (at_end()) return token;
  const char c = text_[offset_];
  const bool is_signed = (c == '+' || c == '-') && is_digit(at(1));
  if (is_word_byte(c) || is_signed) {
    scan_word(token);
  } else if (c == '?' && is_word_byte(at(1))) {
    ++offset_;
    scan_word(token);
    token.kind = Kind::variable;
  } else if (c == '?' && at(1) == '\'') {
    ++offset_;
    scan_quoted(token);
    if (token.kind == Kind::quoted) token.kind = Kind::variable;
  } else if (c == '\'') {
    scan_quoted(token);
  } else {
    scan_symbol(token);
  }
  token.span.end = position();
  return token;
}

bool begins_as_invariants(std::string_view text) {
  InvariantsLexer lexer(ir::no_file, text);
  const InvariantToken first = lexer.next();
  const InvariantToken second = lexer.next();
  return first.kind == Kind::word && (first.text == "invariant" || first.text == "domain") &&
         (second.kind == Kind::word || second.kind == Kind::quoted);
}

}  // namespace tesuji::frontend
