#include "frontend/invariants/invariants_tokens.h"

#include "frontend/gdl/infix_names.h"
#include "frontend/gdl/parsed_text.h"
#include "frontend/invariants/invariants_messages.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace tesuji::frontend {

InvariantTokens::InvariantTokens(ir::FileId file, ir::SymbolTable& symbols,
                                 ir::Diagnostics& diagnostics)
    : symbols_(symbols),
      diagnostics_(diagnostics),
      lexer_(file, diagnostics.sources()[file].text),
      tokens_{lexer_.next(), lexer_.next()} {
  last_end_ = tokens_[0].span.begin;
}

InvariantToken InvariantTokens::take() {
  InvariantToken token = std::move(tokens_[0]);
  tokens_[0] = std::move(tokens_[1]);
  tokens_[1] = lexer_.next();
  last_end_ = token.span.end;
  return token;
}

bool InvariantTokens::at(Kind sign, std::string_view word) const {
  const InvariantToken& token = tokens_[0];
  if (token.kind == Kind::word) return !word.empty() && token.text == word;
  return sign != Kind::end && token.kind == sign;
}

bool InvariantTokens::accept(Kind sign, std::string_view word) {
  if (!at(sign, word)) return false;
  take();
  return true;
}

bool InvariantTokens::expect(Kind sign, std::string_view what) {
  return accept(sign) || fail(expected(what, peek()));
}

bool InvariantTokens::fail(std::string message, std::string code) {
  return fail_at(peek().span, std::move(message), std::move(code));
}

bool InvariantTokens::fail_at(ir::Span span, std::string message, std::string code) {
  report(span, std::move(code), std::move(message));
  return false;
}

void InvariantTokens::report(ir::Span span, std::string code, std::string message) {
  ++errors_;
  diagnostics_.error(span, std::move(code), std::move(message));
}

ir::Span InvariantTokens::since(ir::Span begin) const {
  begin.end = last_end_;
  return begin;
}

bool InvariantTokens::Level::good() const {
  if (tokens_.depth_ <= max_formula_nesting) return true;
  return tokens_.fail(fmt::format("nested more than {} deep", max_formula_nesting), "limit");
}

bool InvariantTokens::number(std::uint64_t& into, std::string_view what) {
  constexpr std::uint64_t largest = 1'000'000'000'000'000'000;
  const InvariantToken& token = peek();
  if (token.kind != Kind::word || !ir::all_digits(token.text)) {
    return fail(expected(what, token));
  }
  const char* const end = token.text.data() + token.text.size();
  const auto [stop, error] = std::from_chars(token.text.data(), end, into);
  if (error != std::errc() || stop != end || into > largest) {
    return fail(fmt::format("the number {} is too large", shown(token.text)), "limit");
  }
  take();
  return true;
}

bool InvariantTokens::begins_term() const {
  const Kind kind = peek().kind;
  return kind == Kind::word || kind == Kind::quoted || kind == Kind::variable;
}

bool InvariantTokens::term(Term& into) {
  const Level level(*this);
  if (!level.good()) return false;
  const ir::Span begin = peek().span;
  if (peek().kind == Kind::variable) {
    into.kind = Term::Kind::variable;
    into.name = variable_symbol(peek());
    into.span = take().span;
    return true;
  }
  if (!begins_term()) {
    const bool grouped = peek().kind == Kind::open;
    return fail(grouped ? "a term begins with a name or a variable: parentheses group formulas"
                        : expected("a term", peek()));
  }
  into.name = name_symbol(peek());
  take();
  if (accept(Kind::open)) {
    into.kind = Term::Kind::compound;
    if (!at(Kind::close)) {
      do {
        if (!term(into.args.emplace_back())) return false;
      } while (accept(Kind::comma));
    }
    if (!accept(Kind::close)) {
      return fail(
          expected("`,` or `)`", peek()) +
          (begins_term() ? "; write arguments in parentheses with commas, as in `f(a,b)`" : ""));
    }
  }
  into.span = since(begin);
  return true;
}

ir::Symbol InvariantTokens::name_symbol(const InvariantToken& token) {
  const std::string name = ir::lower_case(token.text);
  if (const std::string why = why_no_name(name); !why.empty()) {
    report(token.span, "parse", why);
    return symbols_.intern("?");
  }
  return symbols_.intern(name);
}

ir::Symbol InvariantTokens::variable_symbol(const InvariantToken& token) {
  const std::string name = ir::lower_case(token.text);
  if (const std::string why = why_no_variable(name); !why.empty()) {
    report(token.span, "parse", why);
  }
  return symbols_.intern(name);
}

}  // namespace tesuji::frontend
