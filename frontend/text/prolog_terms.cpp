#include "frontend/text/prolog_terms.h"

#include "frontend/text/prolog_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace tesuji::frontend {
namespace {

constexpr std::size_t max_depth = 200;

class Reader : PrologTokens {
 public:
  Reader(ir::FileId file, ir::Diagnostics& diagnostics, PrologSyntax syntax)
      : PrologTokens(file, diagnostics),
        background_(syntax != PrologSyntax::terms),
        bias_(syntax == PrologSyntax::bias) {}

  std::optional<std::vector<PrologTerm>> read() {
    const std::size_t errors_before = diagnostics_.error_count();
    auto terms = read_clauses([this] { return read_clause(); });
    if (diagnostics_.error_count() > errors_before) return std::nullopt;
    return terms;
  }

 private:
  /// Reports an error at the current token; returns false so that the caller can return it.
  bool fail_expected(std::string_view what) {
    constexpr std::size_t longest = 40;
    const std::string shown = token_.kind == Kind::end
                                  ? "the end of the file"
                                  : fmt::format("`{}`", token_.text.substr(0, longest));
    const std::string foreign = foreign_construct();
    diagnostics_.error(token_.span, "parse",
                       foreign.empty() ? fmt::format("expected {}, not {}", what, shown) : foreign);
    return false;
  }

  /// Describes a token of Prolog that has no meaning in these files; empty for other tokens.
  [[nodiscard]] std::string foreign_construct() const {
    static constexpr std::string_view signs = "+-*/^";
    static constexpr std::array words = {"mod", "rem", "div", "rdiv", "xor"};
    const std::string& text = token_.text;
    const bool sign =
        !text.empty() && signs.find(text.front()) != std::string_view::npos &&
        (token_.kind == Kind::other || token_.kind == Kind::slash || token_.kind == Kind::number);
    const bool word =
        token_.kind == Kind::atom && std::find(words.begin(), words.end(), text) != words.end();
    const std::string_view line =
        diagnostics_.sources()[token_.span.file].line(token_.span.begin.line);
    if (sign && line.substr(token_.span.begin.column - 1).starts_with("->")) {
      return "`->` is not supported: write a clause for each case";
    }
    if ((sign || word) && background_) {
      return fmt::format(
          "`{}` is only allowed after `is` and in comparisons, in rule bodies, between integers",
          sign ? text.substr(0, 1) : text);
    }
    if (sign || word) {
      return fmt::format(
          "arithmetic such as `{}` is not supported: write its results as facts, such as "
          "plus(1,2,3)., and call them",
          sign ? text.substr(0, 1) : text);
    }
    if (token_.kind != Kind::other) return {};
    if (text == "!") return "`!` is not supported: the order of clauses has no meaning";
    if (text == ".") return "expected a blank after the `.` that ends a clause";
    if (text == ";") return "`;` is not supported: write a clause for each alternative";
    if (text == "\"") return "strings are not supported: write 'an atom' or a list of elements";
    return {};
  }

  /// Whether the token occurs only in answer set programs.
  static bool is_of_answer_sets(const PrologToken& token) {
    static constexpr std::array<std::string_view, 7> texts = {"#", "{", "}", ";", ":", "@", "."};
    return token.kind == Kind::other &&
           std::find(texts.begin(), texts.end(), token.text) != texts.end();
  }

  /// Reads a statement of an answer set program to its end.
  std::optional<PrologTerm> read_answer_set_statement() {
    PrologTerm term;
    term.kind = PrologTerm::Kind::compound;
    term.name = ":-";
    term.span = token_.span;
    const bool weak = token_.text == ":";  // `:~ body. [weight]`
    while (token_.kind != Kind::stop && token_.kind != Kind::end) {
      term.span.end = token_.span.end;
      step();
    }
    if (accept(Kind::stop)) {
      if (!weak || token_.kind != Kind::open_list) return term;
      while (token_.kind != Kind::close_list && token_.kind != Kind::end) step();
      if (accept(Kind::close_list)) return term;
    }
    fail_expected("`.` at the end of the statement");
    return std::nullopt;
  }

  std::optional<PrologTerm> read_clause() {
    if (bias_ && (token_.kind == Kind::neck || clause_has(is_of_answer_sets))) {
      return read_answer_set_statement();
    }
    PrologTerm term;
    if (!read_rule(term, 0)) return std::nullopt;
    if (accept(Kind::stop)) return term;
    fail_expected("`.` at the end of the clause");
    return std::nullopt;
  }

  /// Parses `TERM`, `TERM :- TERM, ..`, `:- TERM`.
  bool read_rule(PrologTerm& term, std::size_t depth) {
    if (depth == 0 && token_.kind == Kind::neck) return read_directive(term);
    if (!read_term(term, depth)) return false;
    if (token_.kind != Kind::neck) return true;
    step();
    std::vector<PrologTerm> args;
    args.push_back(std::move(term));
    do {
      if (!read_condition(args.emplace_back(), depth)) return false;
    } while (accept(Kind::comma));
    term = operation(":-", std::move(args));
    return true;
  }

  /// Parses a term of a body; in backgrounds also `X is Y+1` and `0 =:= X mod 2`.
  bool read_condition(PrologTerm& term, std::size_t depth) {
    if (!background_) return read_term(term, depth);
    if (!read_sum(term, depth)) return false;
    const bool is = token_.kind == Kind::atom && token_.text == "is";
    if (token_.kind != Kind::slash && token_.kind != Kind::comparison && !is) return true;
    const std::string name = token_.text;
    step();
    std::vector<PrologTerm> args;
    args.push_back(std::move(term));
    if (!read_sum(args.emplace_back(), depth)) return false;
    term = operation(name, std::move(args));
    return true;
  }

  /// Whether the next token is one of these operators; `-1` after a term is the sign and 1.
  [[nodiscard]] bool at_operator(bool product) {
    const std::string& text = token_.text;
    if (product) {
      return (token_.kind == Kind::other && (text == "*" || text == "//")) ||
             (token_.kind == Kind::atom && text == "mod");
    }
    return (token_.kind == Kind::other && (text == "+" || text == "-")) ||
           (token_.kind == Kind::number && text.front() == '-');
  }

  bool read_sum(PrologTerm& term, std::size_t depth) { return read_operations(term, depth, false); }

  /// Parses sums, or products, from left to right.
  bool read_operations(PrologTerm& term, std::size_t depth, bool product) {
    const auto read_operand = [&](PrologTerm& operand) {
      if (!product) return read_operations(operand, depth, true);
      if (token_.kind != Kind::open) return read_primary(operand, depth);
      step();
      if (depth > max_depth) return fail_expected("a term");
      return read_sum(operand, depth + 1) && (accept(Kind::close) || fail_expected("`)`"));
    };
    if (!read_operand(term)) return false;
    for (std::size_t deep = depth; at_operator(product); ++deep) {
      if (deep > max_depth) {
        diagnostics_.error(token_.span, "parse", "this term is nested too deep");
        return false;
      }
      std::string name = token_.text;
      if (token_.kind == Kind::number) {
        name = "-";
        token_.text.erase(0, 1);
        ++token_.span.begin.column;
      } else {
        step();
      }
      std::vector<PrologTerm> args;
      args.push_back(std::move(term));
      if (!read_operand(args.emplace_back())) return false;
      term = operation(std::move(name), std::move(args));
    }
    return true;
  }

  /// Parses `:- dynamic owns/2, blank/1.`, `:- dynamic(owns/2).`, `:- initialization.`
  bool read_directive(PrologTerm& term) {
    const ir::Position begin = token_.span.begin;
    step();
    in_directive_ = true;
    const bool good = read_directive_goal(term, begin);
    in_directive_ = false;
    return good;
  }

  bool read_directive_goal(PrologTerm& term, const ir::Position begin) {
    PrologTerm& goal = term.args.emplace_back();
    if (background_ ? !read_term(goal, 1) : !read_primary(goal, 1)) return false;
    if (background_ && token_.kind == Kind::comma && !read_tuple(goal, 1, Kind::stop)) return false;
    if (goal.kind == PrologTerm::Kind::atom && token_.kind != Kind::stop) {
      goal.kind = PrologTerm::Kind::compound;
      do {
        if (!read_term(goal.args.emplace_back(), 1)) return false;
      } while (accept(Kind::comma));
      goal.span.end = end_;
    }
    term.kind = PrologTerm::Kind::compound;
    term.name = ":-";
    term.span = {goal.span.file, begin, end_};
    return true;
  }

  /// Parses a term outside a conjunction, including `a/2` and `A \= B`.
  bool read_term(PrologTerm& term, std::size_t depth) {
    if (!read_primary(term, depth)) return false;
    const bool is = token_.kind == Kind::atom && token_.text == "is";
    if (token_.kind != Kind::slash && token_.kind != Kind::comparison && !is) return true;
    const std::string name = token_.text;
    step();
    std::vector<PrologTerm> args;
    args.push_back(std::move(term));
    if (!read_primary(args.emplace_back(), depth)) return false;
    term = operation(name, std::move(args));
    return true;
  }

  bool read_primary(PrologTerm& term, std::size_t depth) {
    if (depth > max_depth) {
      diagnostics_.error(token_.span, "parse", "this term is nested too deep");
      return false;
    }
    term.span = token_.span;
    const bool sign = token_.kind == Kind::other && (token_.text == "-" || token_.text == "+");
    if (in_directive_ && sign) {  // style_check(-discontiguous)
      term.kind = PrologTerm::Kind::compound;
      term.name = token_.text;
      step();
      return read_primary(term.args.emplace_back(), depth + 1);
    }
    switch (token_.kind) {
      case Kind::number:
      case Kind::variable:
        term.kind =
            token_.kind == Kind::number ? PrologTerm::Kind::number : PrologTerm::Kind::variable;
        term.name = token_.text;
        step();
        return true;
      case Kind::open_list:
        term.kind = PrologTerm::Kind::list;
        step();
        return accept(Kind::close_list) || read_elements(term, depth);
      case Kind::open:
        step();
        if (!read_rule(term, depth + 1)) return false;
        if (background_ && token_.kind == Kind::comma && !read_tuple(term, depth, Kind::close)) {
          return false;
        }
        return accept(Kind::close) || fail_expected("`)`");
      case Kind::negation:
        return read_negation(term, depth);
      case Kind::atom:
        term.name = token_.text;
        step();
        if (token_.kind == Kind::open) {
          step();
          term.kind = PrologTerm::Kind::compound;
          if (!read_arguments(term, Kind::close, "`)`", depth)) return false;
        }
        term.span.end = end_;
        return true;
      default:
        return fail_expected("a term");
    }
  }

  /// Parses after the `[`: the elements, and the rest of the list if present, `[H|T]`.
  bool read_elements(PrologTerm& term, std::size_t depth) {
    do {
      if (!read_rule_argument(term.args.emplace_back(), depth + 1)) return false;
    } while (accept(Kind::comma));
    if (accept(Kind::bar)) {
      PrologTerm rest;
      if (!read_primary(rest, depth + 1)) return false;
      const bool list = rest.kind == PrologTerm::Kind::list;
      if (rest.kind == PrologTerm::Kind::variable) {
        term.args.push_back(std::move(rest));
        term.kind = PrologTerm::Kind::partial_list;
      } else if (list || rest.kind == PrologTerm::Kind::partial_list) {
        std::move(rest.args.begin(), rest.args.end(), std::back_inserter(term.args));
        term.kind = rest.kind;
      } else {
        diagnostics_.error(rest.span, "parse",
                           "expected a variable or a list after `|`: the rest of the list");
        return false;
      }
    }
    if (!accept(Kind::close_list)) {
      const bool whole = term.kind == PrologTerm::Kind::list;
      return fail_expected(whole ? "`,`, `|` or `]`" : "`]`");
    }
    term.span.end = end_;
    return true;
  }

  /// Parses up to `end`, after the first term of a tuple; replaces that term by the tuple.
  bool read_tuple(PrologTerm& term, std::size_t depth, Kind end) {
    std::vector<PrologTerm> args;
    args.push_back(std::move(term));
    while (accept(Kind::comma) && token_.kind != end) {
      if (!read_term(args.emplace_back(), depth + 1)) return false;
    }
    term = operation(",", std::move(args));
    return true;
  }

  /// Parses `not p(..)`, `not(p(..))`, `\+ p(..)`, `\+ A = B`, and their continuation in a list.
  bool read_negation(PrologTerm& term, std::size_t depth) {
    term.kind = PrologTerm::Kind::compound;
    term.name = "not";
    step();
    if (!read_term(term.args.emplace_back(), depth + 1)) return false;
    term.span.end = end_;
    return true;
  }

  bool read_arguments(PrologTerm& term, Kind close, std::string_view closing, std::size_t depth) {
    do {
      if (!read_rule_argument(term.args.emplace_back(), depth + 1)) return false;
    } while (accept(Kind::comma));
    if (!accept(close)) return fail_expected(fmt::format("`,` or {}", closing));
    term.span.end = end_;
    return true;
  }

  /// Parses an argument; `Head :- Body` has one body term here: a comma would end the argument.
  bool read_rule_argument(PrologTerm& term, std::size_t depth) {
    if (!read_term(term, depth)) return false;
    if (!accept(Kind::neck)) return true;
    std::vector<PrologTerm> args;
    args.push_back(std::move(term));
    if (!read_term(args.emplace_back(), depth)) return false;
    term = operation(":-", std::move(args));
    return true;
  }

  PrologTerm operation(std::string name, std::vector<PrologTerm> args) const {
    PrologTerm term;
    term.kind = PrologTerm::Kind::compound;
    term.name = std::move(name);
    term.span = args.front().span;
    term.span.end = end_;
    term.args = std::move(args);
    return term;
  }

  const bool background_;
  const bool bias_;
  bool in_directive_ = false;
};

}  // namespace

std::optional<std::vector<PrologTerm>> read_prolog_terms(ir::FileId file,
                                                         ir::Diagnostics& diagnostics,
                                                         PrologSyntax syntax) {
  return Reader(file, diagnostics, syntax).read();
}

}  // namespace tesuji::frontend
