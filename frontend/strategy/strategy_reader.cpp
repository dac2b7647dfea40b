#include "frontend/strategy/strategy_reader.h"

#include "frontend/text/prolog_lexer.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

namespace tesuji::frontend {

// --- Reader

namespace {

class Reader : PrologTokens {
 public:
  Reader(ir::FileId file, ir::Diagnostics& diagnostics) : PrologTokens(file, diagnostics) {}

  std::vector<StrategyClause> read() {
    return read_clauses([this] { return read_clause(); });
  }

 private:
  static constexpr std::size_t deepest_constant = 200;

  [[nodiscard]] bool is_constant() const {
    return token_.kind == Kind::atom || token_.kind == Kind::number;
  }

  /// Reads an atom, a number, or a compound of constants.
  bool read_constant(ir::PrologTerm& term, std::size_t depth) {
    if (!is_constant()) return fail_expected("a constant");
    if (depth > deepest_constant) return fail("this term is too deep");
    term.kind =
        token_.kind == Kind::number ? ir::PrologTerm::Kind::number : ir::PrologTerm::Kind::atom;
    term.name = token_.text;
    term.span = token_.span;
    step();
    if (term.kind == ir::PrologTerm::Kind::number || !accept(Kind::open)) return true;
    term.kind = ir::PrologTerm::Kind::compound;
    do {
      if (!read_constant(term.args.emplace_back(), depth + 1)) return false;
    } while (accept(Kind::comma));
    term.span.end = token_.span.end;
    return accept(Kind::close) || fail_expected("`,` or `)`");
  }

  /// Reports an error at the current token; returns false so that the caller can return it.
  bool fail(std::string message) {
    diagnostics_.error(token_.span, "parse", std::move(message));
    return false;
  }

  bool fail_expected(std::string_view what) {
    return fail(fmt::format("expected {}, not {}", what, shown()));
  }

  /// Prints the current token for messages, with a hint on frequent mistakes.
  [[nodiscard]] std::string shown() const {
    constexpr std::size_t longest = 40;
    if (token_.kind == Kind::end) {
      return "the end of the file";
    }
    if (token_.text == ";" || token_.text == "|") {
      return fmt::format("`{}` (write two clauses instead)", token_.text);
    }
    if (token_.text == "!") {
      return "`!` (cuts are not supported)";
    }
    if (token_.text == "/*") {
      return "a comment that is never closed";
    }
    if (token_.kind == Kind::other && token_.text.front() == '\'') {
      return "a quotation that is not closed on its line";
    }
    const auto byte = static_cast<unsigned char>(token_.text.empty() ? ' ' : token_.text.front());
    if (byte < 0x20 || byte >= 0x7f) {
      return fmt::format("the byte 0x{:02x}", byte);
    }
    return fmt::format("`{}`", token_.text.substr(0, longest));
  }

  std::optional<StrategyClause> read_clause() {
    StrategyClause clause;
    clause.span = token_.span;
    if (token_.kind == Kind::neck) {
      fail("directives are not part of a strategy");
      return std::nullopt;
    }
    if (!read_predicate(clause.head)) {
      return std::nullopt;
    }
    if (!clause.head.constants.empty()) {
      diagnostics_.error(clause.head.constants.front().span, "parse",
                         "the arguments of a head are variables (they begin with a capital letter "
                         "or `_`)");
      return std::nullopt;
    }
    if (accept(Kind::neck)) {
      do {
        if (!read_goal(clause.body.emplace_back())) {
          return std::nullopt;
        }
      } while (accept(Kind::comma));
    }
    clause.span.end = end_;
    if (token_.kind != Kind::stop) {
      fail_expected(clause.body.empty() ? "`:-` or `.`" : "`,` or `.`");
      return std::nullopt;
    }
    step();
    return clause;
  }

  /// Reads `p(..)`, `not p(..)`, `not(p(..))`, `\+ p(..)`, `\+ (p(..))`.
  bool read_goal(StrategyGoal& goal) {
    const ir::Span begin = token_.span;
    goal.negated = accept(Kind::negation);
    const bool parenthesis = goal.negated && accept(Kind::open);
    if (goal.negated && token_.kind == Kind::negation) {
      return fail("`not` must precede a predicate, not another `not`");
    }
    if (!read_predicate(goal)) {
      return false;
    }
    if (parenthesis && token_.kind == Kind::comma) {
      return fail("`not` takes one goal; give the conjunction a predicate of its own");
    }
    if (parenthesis && !accept(Kind::close)) {
      return fail_expected("`)`");
    }
    goal.span = {begin.file, begin.begin, end_};
    return true;
  }

  bool read_predicate(StrategyGoal& goal) {
    if (token_.kind != Kind::atom) {
      return fail_expected("the name of a predicate");
    }
    goal.predicate = token_.text;
    goal.name_span = token_.span;
    goal.span = token_.span;
    step();
    if (accept(Kind::open)) {
      do {
        if (!goal.args.empty() && is_constant()) {
          if (!read_constant(goal.constants.emplace_back(), 0)) return false;
          continue;
        }
        if (token_.kind != Kind::variable) {
          return fail_expected("a variable (they begin with a capital letter or `_`)");
        }
        if (!goal.constants.empty()) {
          return fail(
              "a state after a constant: the arguments of a fluent are its state, then constants");
        }
        goal.args.push_back({token_.text, token_.span});
        step();
      } while (accept(Kind::comma));
      if (!accept(Kind::close)) {
        return fail_expected("`,` or `)`");
      }
    }
    goal.span.end = end_;
    return true;
  }
};

}  // namespace

std::vector<StrategyClause> read_strategy(ir::FileId file, ir::Diagnostics& diagnostics) {
  return Reader(file, diagnostics).read();
}

}  // namespace tesuji::frontend
