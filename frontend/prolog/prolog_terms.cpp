#include "frontend/prolog/prolog_terms.h"

#include "frontend/prolog/prolog_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace tesuji::frontend {
namespace {

constexpr std::size_t max_depth = 200;

class Reader : PrologTokens {
 public:
  Reader(ir::FileId file, ir::Diagnostics& diagnostics, Tuples tuples)
      : PrologTokens(file, diagnostics), tuples_(tuples == Tuples::read) {}

  std::optional<std::vector<PrologTerm>> read() {
    const std::size_t errors_before = diagnostics_.error_count();
    auto terms = read_clauses([this] { return read_clause(); });
    if (diagnostics_.error_count() > errors_before) return std::nullopt;
    return terms;
  }

 private:
  /// Reports at the current token; returns false for the caller to pass on.
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

  /// What to say of a token of Prolog that has no meaning in these files; empty: it is none.
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
      return "there is no `->` here: write a clause for each case";
    }
    if (sign || word) {
      return fmt::format(
          "there is no arithmetic here, such as `{}`: give what it computes as facts, as "
          "plus(1,2,3)., and call these",
          sign ? text.substr(0, 1) : text);
    }
    if (token_.kind != Kind::other) return {};
    if (text == "!") return "there is no `!` here: clauses say what holds, in any order";
    if (text == ";") return "there is no `;` here: write a clause for each alternative";
    if (text == "|") return "there is no `[H|T]` here: lists are written with all their elements";
    return {};
  }

  std::optional<PrologTerm> read_clause() {
    PrologTerm term;
    if (!read_rule(term, 0)) return std::nullopt;
    if (accept(Kind::stop)) return term;
    fail_expected("`.` at the end of the clause");
    return std::nullopt;
  }

  /// `TERM`, `TERM :- TERM, ..`, `:- TERM`
  bool read_rule(PrologTerm& term, std::size_t depth) {
    if (depth == 0 && token_.kind == Kind::neck) return read_directive(term);
    if (!read_term(term, depth)) return false;
    if (token_.kind != Kind::neck) return true;
    step();
    std::vector<PrologTerm> args;
    args.push_back(std::move(term));
    do {
      if (!read_term(args.emplace_back(), depth)) return false;
    } while (accept(Kind::comma));
    term = operation(":-", std::move(args));
    return true;
  }

  /// `:- dynamic owns/2, blank/1.`, `:- dynamic(owns/2).`, `:- initialization.`
  bool read_directive(PrologTerm& term) {
    const ir::Position begin = token_.span.begin;
    step();
    PrologTerm& goal = term.args.emplace_back();
    if (tuples_ ? !read_term(goal, 1) : !read_primary(goal, 1)) return false;
    if (tuples_ && token_.kind == Kind::comma && !read_tuple(goal, 1, Kind::stop)) return false;
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

  /// A term outside a conjunction; `a/2` and `A \= B` too.
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
        if (!accept(Kind::close_list) && !read_arguments(term, Kind::close_list, "`]`", depth)) {
          return false;
        }
        term.span.end = end_;
        return true;
      case Kind::open:
        step();
        if (!read_rule(term, depth + 1)) return false;
        if (tuples_ && token_.kind == Kind::comma && !read_tuple(term, depth, Kind::close)) {
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

  /// Behind the first term of a tuple, which becomes the tuple, up to `end`.
  bool read_tuple(PrologTerm& term, std::size_t depth, Kind end) {
    std::vector<PrologTerm> args;
    args.push_back(std::move(term));
    while (accept(Kind::comma) && token_.kind != end) {
      if (!read_term(args.emplace_back(), depth + 1)) return false;
    }
    term = operation(",", std::move(args));
    return true;
  }

  /// `not p(..)`, `not(p(..))`, `\+ p(..)`, and what follows in a list.
  bool read_negation(PrologTerm& term, std::size_t depth) {
    term.kind = PrologTerm::Kind::compound;
    term.name = "not";
    step();
    if (!read_primary(term.args.emplace_back(), depth + 1)) return false;
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

  /// An argument that is `Head :- Body` has one body term here: a comma would end the argument.
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

  const bool tuples_;
};

}  // namespace

std::optional<std::vector<PrologTerm>> read_prolog_terms(ir::FileId file,
                                                         ir::Diagnostics& diagnostics,
                                                         Tuples tuples) {
  return Reader(file, diagnostics, tuples).read();
}

}  // namespace tesuji::frontend
