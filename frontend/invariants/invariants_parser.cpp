#include "frontend/invariants/invariants_parser.h"

#include "frontend/gdl/infix_names.h"
#include "frontend/gdl/parsed_text.h"
#include "frontend/invariants/invariants_lexer.h"
#include "frontend/invariants/invariants_messages.h"
#include "ir/formulas/formula_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace tesuji::frontend {
namespace {

// --- Tokens
//
// Base of the invariant parser: two tokens of lookahead, errors, names, terms.

class InvariantTokens {
 public:
  InvariantTokens(ir::FileId file, ir::SymbolTable& symbols, ir::Diagnostics& diagnostics);

 protected:
  using Kind = InvariantToken::Kind;

  [[nodiscard]] const InvariantToken& peek() const { return tokens_[0]; }
  [[nodiscard]] const InvariantToken& ahead() const { return tokens_[1]; }
  InvariantToken take();

  /// Whether this sign or this (unquoted) word comes next; with Kind::end only the word is tested.
  [[nodiscard]] bool at(Kind sign, std::string_view word = {}) const;
  bool accept(Kind sign, std::string_view word = {});
  /// Reports what was expected if the sign does not come next.
  bool expect(Kind sign, std::string_view what);

  /// Reports an error at the next token, or elsewhere; returns false.
  bool fail(std::string message, std::string code = "parse");
  bool fail_at(ir::Span span, std::string message, std::string code = "parse");
  /// Reports an error after which parsing continues.
  void report(ir::Span span, std::string code, std::string message);
  [[nodiscard]] std::size_t errors() const { return errors_; }

  /// Returns the span from the beginning of `begin` to the end of the last token taken.
  [[nodiscard]] ir::Span since(ir::Span begin) const;
  [[nodiscard]] ir::SymbolTable& symbols() { return symbols_; }

  bool number(std::uint64_t& into, std::string_view what);
  [[nodiscard]] bool begins_term() const;
  bool term(Term& into);
  ir::Symbol name_symbol(const InvariantToken& token);
  ir::Symbol variable_symbol(const InvariantToken& token);

  /// Counts one level of nesting during its lifetime.
  class Level {
   public:
    explicit Level(InvariantTokens& tokens) : tokens_(tokens) { ++tokens_.depth_; }
    ~Level() { --tokens_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    /// Returns false, and reports an error, if the nesting is too deep.
    [[nodiscard]] bool good() const;

   private:
    InvariantTokens& tokens_;
  };

 private:
  ir::SymbolTable& symbols_;
  ir::Diagnostics& diagnostics_;
  InvariantsLexer lexer_;
  InvariantToken tokens_[2];
  ir::Position last_end_;
  std::size_t depth_ = 0;
  std::size_t errors_ = 0;
};

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

// --- Statements and formulas

using Form = FormulaText::Kind;

class FormulaParser : public InvariantTokens {
 public:
  using InvariantTokens::InvariantTokens;

  /// Every function that parses a part returns false if the rest of the statement cannot be parsed;
  /// it has then reported an error.
  bool formula(FormulaText& into) {
    const ir::Span begin = peek().span;
    if (!disjunction(into)) return false;
    if (!accept(Kind::implication, "implies")) return true;
    FormulaText premise = std::move(into);
    into = FormulaText{};
    into.kind = Form::implication;
    into.parts.push_back(std::move(premise));
    const Level level(*this);
    if (!level.good() || !formula(into.parts.emplace_back())) return false;  // right-associative
    into.span = since(begin);
    return true;
  }

  /// Parses `X, Y: index, M`, up to a token that cannot continue it.
  bool bindings(std::vector<BindingText>& into) {
    std::size_t without_domain = into.size();
    do {
      if (peek().kind != Kind::variable) {
        return fail(expected("a variable", peek()) +
                    (peek().kind == Kind::word ? "; variables begin with a capital letter" : ""));
      }
      const InvariantToken token = take();
      into.push_back({variable_symbol(token), token.text, nullptr, token.span});
      if (!accept(Kind::colon)) continue;
      const auto domain = std::make_shared<DomainText>();
      if (!this->domain(*domain)) return false;
      for (; without_domain < into.size(); ++without_domain) into[without_domain].domain = domain;
    } while (accept(Kind::comma));
    return true;
  }

  bool domain(DomainText& into) {
    const ir::Span begin = peek().span;
    if (!domain_part(into)) return false;
    if (!at(Kind::disjunction, "or") && !at(Kind::end, "except")) return true;
    DomainText whole;
    whole.kind = DomainText::Kind::combined;
    whole.parts.push_back(std::move(into));
    whole.removed.push_back(false);
    while (at(Kind::disjunction, "or") || at(Kind::end, "except")) {
      whole.removed.push_back(take().text == "except");
      if (!domain_part(whole.parts.emplace_back())) return false;
    }
    whole.span = since(begin);
    into = std::move(whole);
    return true;
  }

 private:
  bool chain(FormulaText& into, Form kind, Kind sign, std::string_view word,
             bool (FormulaParser::*operand)(FormulaText&)) {
    const ir::Span begin = peek().span;
    if (!(this->*operand)(into)) return false;
    if (!at(sign, word)) return true;
    FormulaText first = std::move(into);
    into = FormulaText{};
    into.kind = kind;
    into.parts.push_back(std::move(first));
    while (accept(sign, word)) {
      if (!(this->*operand)(into.parts.emplace_back())) return false;
    }
    into.span = since(begin);
    return true;
  }

  bool disjunction(FormulaText& into) {
    return chain(into, Form::disjunction, Kind::disjunction, "or", &FormulaParser::conjunction);
  }
  bool conjunction(FormulaText& into) {
    return chain(into, Form::conjunction, Kind::conjunction, "and", &FormulaParser::operand);
  }

  bool operand(FormulaText& into) {
    const Level level(*this);
    if (!level.good()) return false;
    const ir::Span begin = peek().span;
    const bool negated = accept(Kind::negation, "not");
    if (negated || accept(Kind::end, "next")) {
      into.kind = negated ? Form::negation : Form::next;
      if (!operand(into.parts.emplace_back())) return false;
    } else if (at(Kind::end, "exists") || at(Kind::end, "forall")) {
      if (!quantifier(into)) return false;
    } else if (at(Kind::end, "knows") && ahead().kind == Kind::open) {
      if (!knows(into)) return false;
    } else if (accept(Kind::open)) {
      return formula(into) && expect(Kind::close, "`)` or an operator such as `and`");
    } else {
      return primary(into);
    }
    into.span = since(begin);
    return true;
  }

  /// Parses `knows(ROLE, formula)`.
  bool knows(FormulaText& into) {
    into.kind = Form::knows;
    take();
    take();
    if (!begins_term()) return fail(expected("a role, or a variable of roles", peek()));
    return term(into.left) && expect(Kind::comma, "`,` and what the role knows") &&
           formula(into.parts.emplace_back()) &&
           expect(Kind::close, "`)` or an operator such as `and`");
  }

  bool quantifier(FormulaText& into) {
    into.kind = take().text == "forall" ? Form::forall : Form::count;
    if (at(Kind::open_bracket) && into.kind == Form::count && !bounds(into)) return false;
    if (at(Kind::open) && into.kind == Form::count) return ranges(into);
    return bindings(into.ranges.emplace_back()) &&
           expect(Kind::stop, "`.` between the variables and the formula about them") &&
           formula(into.parts.emplace_back());
  }

  /// Parses `[2]`, `[0..1]`, `[2..inf]`.
  bool bounds(FormulaText& into) {
    const ir::Span begin = take().span;
    if (!number(into.lower, "a number of ways, such as in `exists[0..1]`,")) return false;
    into.upper = into.lower;
    if (accept(Kind::range)) {
      if (accept(Kind::end, "inf")) {
        into.upper = ~std::uint64_t{0};
      } else if (!number(into.upper, "a number, or `inf`")) {
        return false;
      }
    }
    if (!expect(Kind::close_bracket, "`..` or `]`")) return false;
    if (into.lower > into.upper) {
      report(since(begin), "bounds",
             fmt::format("at least {} and at most {} is impossible", into.lower, into.upper));
    }
    return true;
  }

  /// Parses `(X:piece. line(X); Y:piece. row(Y); full)`: the counts of all ranges add up.
  bool ranges(FormulaText& into) {
    take();
    do {
      const bool binds = peek().kind == Kind::variable && ahead().kind != Kind::equal &&
                         ahead().kind != Kind::different;
      std::vector<BindingText>& range = into.ranges.emplace_back();
      if (binds && !(bindings(range) &&
                     expect(Kind::stop, "`.` between the variables and the formula about them"))) {
        return false;
      }
      if (!formula(into.parts.emplace_back())) return false;
    } while (accept(Kind::semicolon));
    return expect(Kind::close, "`;`, `)` or an operator such as `and`");
  }

  /// Parses an atom, a comparison, `true` or `false`.
  bool primary(FormulaText& into) {
    const ir::Span begin = peek().span;
    if (peek().kind == Kind::word && ahead().kind != Kind::open &&
        (peek().text == "true" || peek().text == "false")) {
      into.kind = take().text == "true" ? Form::truth : Form::falsity;
      into.span = since(begin);
      return true;
    }
    const bool keyword = peek().kind == Kind::word && ir::is_formula_word(peek().text) &&
                         peek().text != "true" && peek().text != "distinct";
    if (keyword || !begins_term()) {
      const bool between = at(Kind::conjunction, "and") || at(Kind::disjunction, "or") ||
                           at(Kind::implication, "implies");
      return fail(expected("a formula", peek()) +
                  (between ? fmt::format("; `{}` joins two formulas", peek().text) : ""));
    }
    const bool distinct = at(Kind::end, "distinct");
    if (!term(into.left)) return false;
    if (distinct) {
      if (into.left.args.size() != 2) {
        report(into.left.span, "arity", "`distinct` compares two terms");
        return true;
      }
      into.kind = Form::different;
      into.right = std::move(into.left.args[1]);
      Term left = std::move(into.left.args[0]);
      into.left = std::move(left);
    } else if (at(Kind::equal) || at(Kind::different)) {
      into.kind = take().kind == Kind::equal ? Form::same : Form::different;
      if (!term(into.right)) return false;
    } else if (into.left.kind == Term::Kind::variable) {
      return fail(expected("`=` or `!=` after a variable", peek()));
    } else {
      into.kind = Form::atom;
    }
    into.span = since(begin);
    return true;
  }

  bool domain_part(DomainText& into) {
    const Level level(*this);
    if (!level.good()) return false;
    const ir::Span begin = peek().span;
    bool good = true;
    if (accept(Kind::open_brace)) {
      good = listed(into);
    } else if (peek().kind != Kind::word && peek().kind != Kind::quoted &&
               peek().kind != Kind::variable) {
      return fail(expected("a domain, such as `{1..3}` or a name,", peek()));
    } else if (at(Kind::end, "dom") && ahead().kind == Kind::open) {
      take();
      good = place(into);
    } else {
      into.name = name_symbol(peek());
      take();
      into.kind = DomainText::Kind::named;
      if (peek().kind == Kind::open && accept(Kind::open)) {
        into.kind = DomainText::Kind::terms;
        if (!at(Kind::close)) {
          do {
            if (!domain(into.parts.emplace_back())) return false;
          } while (accept(Kind::comma));
        }
        good = expect(Kind::close, "`,` or `)`");
      }
    }
    into.span = since(begin);
    return good;
  }

  bool listed(DomainText& into) {
    into.kind = DomainText::Kind::listed;
    if (accept(Kind::close_brace)) return true;
    do {
      if (!begins_term()) return fail(expected("a term", peek()));
      DomainText::Item& item = into.items.emplace_back();
      if (!term(item.first)) return false;
      if (!accept(Kind::range)) continue;
      if (!begins_term()) return fail(expected("a number", peek()));
      if (!term(item.last.emplace())) return false;
    } while (accept(Kind::comma));
    return expect(Kind::close_brace, "`,` or `}`");
  }

  /// Parses `(cell, 3)` or `(cell/3, 3)` after `dom`.
  bool place(DomainText& into) {
    into.kind = DomainText::Kind::place;
    take();
    if (peek().kind != Kind::word && peek().kind != Kind::quoted) {
      return fail(expected("the name of a predicate or function", peek()));
    }
    into.name = name_symbol(peek());
    take();
    std::uint64_t value = 0;
    if (accept(Kind::slash)) {
      if (!number(value, "its number of arguments")) return false;
      into.arity = static_cast<std::size_t>(value);
    }
    if (!expect(Kind::comma, "`,` and the number of an argument") ||
        !number(value, "the number of an argument")) {
      return false;
    }
    into.argument = static_cast<std::size_t>(value);
    return expect(Kind::close, "`)`");
  }
};

class StatementParser : public FormulaParser {
 public:
  using FormulaParser::FormulaParser;

  InvariantsText file() {
    while (peek().kind != Kind::end && errors() < max_parse_errors) {
      if (!statement()) recover();
    }
    return std::move(result_);
  }

  InvariantsText property(std::string_view default_name) {
    bool good = true;
    while (good && at(Kind::end, "domain")) good = statement();
    const bool named = at(Kind::end, "invariant") || ahead().kind == Kind::colon ||
                       ahead().kind == Kind::open_bracket;
    if (good && named && !at(Kind::end, "exists")) {
      accept(Kind::end, "invariant");
      good = invariant(peek().span);
    } else if (good) {
      InvariantText invariant;
      invariant.name = default_name;
      invariant.name_span = peek().span;
      good = formula(invariant.formula);
      invariant.span = invariant.formula.span;
      if (good) result_.invariants.push_back(std::move(invariant));
    }
    if (good) {
      accept(Kind::stop);
      if (peek().kind != Kind::end) {
        fail(expected("the end, or an operator such as `and`,", peek()));
      }
    }
    return std::move(result_);
  }

 private:
  bool statement() {
    const ir::Span begin = peek().span;
    if (accept(Kind::end, "domain")) {
      if (!declaration()) return false;
    } else if (accept(Kind::end, "invariant")) {
      if (!invariant(begin)) return false;
    } else {
      return fail(expected("`invariant NAME:` or `domain NAME =`", peek()));
    }
    return expect(Kind::stop, "`.` or an operator such as `and`");
  }

  bool name(std::string& into, ir::Span& span) {
    if (peek().kind != Kind::word && peek().kind != Kind::quoted && peek().kind != Kind::variable) {
      return fail(expected("a name", peek()));
    }
    span = peek().span;
    into = take().text;
    if (into.empty()) return fail_at(span, "a name cannot be empty");
    const auto control = std::find_if(into.begin(), into.end(), [](char c) {
      return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    });
    if (control == into.end()) return true;
    return fail_at(span, fmt::format("a name cannot have the byte 0x{:02x}",
                                     static_cast<unsigned char>(*control)));
  }

  bool declaration() {
    DomainDeclaration declared;
    std::string text;
    if (!name(text, declared.name_span)) return false;
    declared.name = symbols().intern(ir::lower_case(text));
    if (!expect(Kind::equal, "`=` and a domain") || !domain(declared.domain)) {
      result_.unread.insert(declared.name);
      return false;
    }
    result_.domains.push_back(std::move(declared));
    return true;
  }

  bool invariant(ir::Span begin) {
    InvariantText invariant;
    if (!name(invariant.name, invariant.name_span)) return false;
    if (accept(Kind::open_bracket)) {
      if (!bindings(invariant.parameters) || !expect(Kind::close_bracket, "`,` or `]`")) {
        return false;
      }
    }
    if (!expect(Kind::colon, "`:` and a formula") || !formula(invariant.formula)) return false;
    invariant.span = since(begin);
    result_.invariants.push_back(std::move(invariant));
    return true;
  }

  void recover() {
    while (peek().kind != Kind::end && !at(Kind::end, "invariant") && !at(Kind::end, "domain")) {
      take();
    }
  }

  InvariantsText result_;
};

}  // namespace

InvariantsText parse_invariants(ir::FileId file, ir::SymbolTable& symbols,
                                ir::Diagnostics& diagnostics) {
  return StatementParser(file, symbols, diagnostics).file();
}

InvariantsText parse_property(ir::FileId file, std::string_view default_name,
                              ir::SymbolTable& symbols, ir::Diagnostics& diagnostics) {
  return StatementParser(file, symbols, diagnostics).property(default_name);
}

}  // namespace tesuji::frontend
