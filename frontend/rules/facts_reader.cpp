#include "frontend/rules/facts_reader.h"

#include "frontend/text/messages.h"
#include "frontend/text/prolog_lexer.h"
#include "frontend/text/sexpr.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace tesuji::frontend {
namespace {

class PrologFacts : PrologCursor {
 public:
  PrologFacts(ir::FileId file, ir::SymbolTable& symbols, ir::Diagnostics& diagnostics)
      : PrologCursor(file, diagnostics.sources()[file].text),
        symbols_(symbols),
        diagnostics_(diagnostics) {}

  std::optional<std::vector<GroundFact>> read() {
    read_all([&] {
      auto fact = read_fact();
      if (!fact) return false;
      facts_.push_back(std::move(*fact));
      return true;
    });
    if (errors_ > 0) return std::nullopt;
    return std::move(facts_);
  }

  std::optional<std::vector<ChangeStep>> read_changes() {
    read_all([&] { return read_change(); });
    if (errors_ > 0) return std::nullopt;
    return std::move(steps_);
  }

 private:
  template <typename ReadOne>
  void read_all(const ReadOne& read_one) {
    while (skip_blanks()) {
      if (!read_one()) skip_fact();
      if (errors_ == max_parse_errors) break;
    }
  }

  bool fail(ir::Position begin, std::string message) {
    ++errors_;
    ir::Span span = since(begin);
    if (span.begin == span.end) ++span.end.column;
    diagnostics_.error(span, "parse", std::move(message));
    return false;
  }

  /// Skips blanks and comments; returns false at the end of the text.
  bool skip_blanks() {
    if (skip_blanks_and_comments("%", true)) return !at_end();
    const ir::Position begin = position();
    while (!at_end()) advance();
    return fail(begin, "this comment is not closed");
  }

  /// A `.` ends a fact if a blank or comment follows; otherwise it is part of a name.
  [[nodiscard]] bool at_stop() const {
    return at() == '.' && (at(1) == '\0' || at(1) == '%' || ir::is_blank(at(1)));
  }

  std::optional<std::string> read_name(std::string_view what) {
    const ir::Position begin = position();
    std::string name;
    if (at() == '\'') {
      if (!read_quoted(name)) return std::nullopt;
    } else {
      if (ir::is_upper(at()) || at() == '_') {
        fail(begin, fmt::format("a variable cannot occur in a fact: expected {}", what));
        return std::nullopt;
      }
      constexpr std::string_view marks = "(),'\"[]{}|";
      while (!at_end() && !ir::is_blank(at()) && marks.find(at()) == std::string_view::npos &&
             !at_stop()) {
        if (static_cast<unsigned char>(at()) < ' ' || (at() == '%' && !name.empty())) break;
        name += at();
        advance();
      }
      if (name.empty()) {
        fail(begin, fmt::format("{} is expected here", what));
        return std::nullopt;
      }
    }
    return ir::lower_case(name);
  }

  bool read_quoted(std::string& name) {
    const ir::Position begin = position();
    switch (scan_quoted(name)) {
      case Quote::closed:
        return !name.empty() || fail(begin, "a name cannot be empty");
      case Quote::unclosed:
        return fail(begin, "this quote is not closed");
      case Quote::escape:
        break;
    }
    const ir::Position escape = position();
    advance();
    if (!at_end()) advance();
    return fail(escape, "unknown escape sequence: write `\\\\` for a `\\`");
  }

  std::optional<GroundFact> read_fact() {
    const ir::Position begin = position();
    const std::optional<std::string> name = read_name("a relation's name");
    if (!name) return std::nullopt;
    GroundFact fact;
    fact.relation = symbols_.intern(*name);
    if (at() == '(') {
      do {
        advance();
        skip_blanks();
        const std::optional<std::string> argument = read_name("a constant");
        if (!argument) return std::nullopt;
        fact.args.push_back(symbols_.intern(*argument));
        skip_blanks();
        if (at() == '(') {
          fail(position(), "facts of a working memory cannot contain compound terms");
          return std::nullopt;
        }
      } while (at() == ',');
      if (at() != ')') {
        fail(position(), "`,` or `)` is expected here");
        return std::nullopt;
      }
      advance();
    }
    fact.span = since(begin);
    skip_blanks();
    if (!at_stop()) {
      fail(position(),
           at() == '.' ? "expected a blank or a new line after this `.`" : "a fact ends with `.`");
      return std::nullopt;
    }
    advance();
    return fact;
  }

  /// Reads `step.`, `+ FACT.` or `- FACT.`
  bool read_change() {
    const ir::Position begin = position();
    const char sign = at();
    if (sign != '+' && sign != '-') {
      const std::optional<std::string> word = read_name("`step`, `+` or `-`");
      if (!word) return false;
      const ir::Span span = since(begin);
      if (*word != "step" || !at_stop()) {
        return fail(begin, "`step.`, `+ FACT.` or `- FACT.` is expected here");
      }
      advance();
      steps_.push_back({{}, span});
      return true;
    }
    advance();
    skip_blanks();
    auto fact = read_fact();
    if (!fact) return false;
    if (steps_.empty()) return fail(begin, "`step.` is expected before the first change");
    steps_.back().changes.push_back({sign == '+', std::move(*fact)});
    return true;
  }

  /// Recovers from an error: advances past the next `.` that ends a fact.
  void skip_fact() {
    while (!at_end() && !at_stop()) advance();
    if (!at_end()) advance();
  }

  ir::SymbolTable& symbols_;
  ir::Diagnostics& diagnostics_;
  std::size_t errors_ = 0;
  std::vector<GroundFact> facts_;
  std::vector<ChangeStep> steps_;
};

class SexprFacts {
 public:
  SexprFacts(ir::SymbolTable& symbols, ir::Diagnostics& diagnostics)
      : symbols_(symbols), diagnostics_(diagnostics) {}

  std::optional<std::vector<GroundFact>> read(const std::vector<Sexpr>& expressions) {
    for (const Sexpr& expression : expressions) read_top(expression);
    if (!good_) return std::nullopt;
    return std::move(facts_);
  }

 private:
  void fail(const Sexpr& where, std::string message) {
    good_ = false;
    diagnostics_.error(where.span, "parse", std::move(message));
  }

  /// Reads a fact, `(true FACT)` as in GDL's states, or a whole state in a list.
  void read_top(const Sexpr& expression) {
    if (expression.is_list && !expression.items.empty() && expression.items[0].is_list) {
      for (const Sexpr& fact : expression.items) read_fact(fact);
    } else {
      read_fact(expression);
    }
  }

  void read_fact(const Sexpr& expression) {
    if (expression.head() == "true" && expression.items.size() == 2 &&
        expression.items[1].is_list) {
      return read_fact(expression.items[1]);  // recurses as deep as the list nests
    }
    if (expression.is_list && expression.head().empty()) {
      return fail(expression, "a fact must begin with its relation's name");
    }
    const Sexpr& name = expression.is_list ? expression.items[0] : expression;
    if (name.symbol.front() == '?') return fail(name, "a variable cannot occur in a fact");
    GroundFact fact;
    fact.span = expression.span;
    fact.relation = symbols_.intern(name.symbol);
    for (std::size_t i = 1; i < expression.items.size(); ++i) {
      const Sexpr& argument = expression.items[i];
      if (argument.is_list) {
        return fail(argument, "facts of a working memory cannot contain compound terms");
      }
      if (argument.symbol.front() == '?') {
        return fail(argument, "a variable cannot occur in a fact");
      }
      fact.args.push_back(symbols_.intern(argument.symbol));
    }
    facts_.push_back(std::move(fact));
  }

  ir::SymbolTable& symbols_;
  ir::Diagnostics& diagnostics_;
  bool good_ = true;
  std::vector<GroundFact> facts_;
};

/// Whether the first character that is neither blank nor in a comment is `(`, or the text contains
/// only comments of s-expressions.
bool begins_with_list(std::string_view text) {
  bool comment = false;
  for (const char c : ir::without_byte_order_mark(text)) {
    if (c == '\n' || c == '\r') comment = false;
    if (comment || ir::is_blank(c)) continue;
    if (c != ';') return c == '(';
    comment = true;
  }
  return true;
}

}  // namespace

std::optional<std::vector<GroundFact>> read_facts(ir::FileId file, ir::SymbolTable& symbols,
                                                  ir::Diagnostics& diagnostics) {
  if (!begins_with_list(diagnostics.sources()[file].text)) {
    return PrologFacts(file, symbols, diagnostics).read();
  }
  const auto expressions = read_sexprs(file, diagnostics);
  if (!expressions) return std::nullopt;
  return SexprFacts(symbols, diagnostics).read(*expressions);
}

std::optional<std::vector<ChangeStep>> read_changes(ir::FileId file, ir::SymbolTable& symbols,
                                                    ir::Diagnostics& diagnostics) {
  return PrologFacts(file, symbols, diagnostics).read_changes();
}

}  // namespace tesuji::frontend
