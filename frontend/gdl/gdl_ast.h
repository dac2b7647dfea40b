// Declares the abstract syntax of GDL rulesheets, common to every surface syntax, and walks over
// it.
//
// Symbols are lower case (GDL is case-insensitive) and interned; variables keep their name without
// the leading `?`. The parser bounds the nesting depth (max_nesting), so that later stages may
// recurse over terms.
#pragma once

#include "ir/core/source.h"
#include "ir/core/symbol.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tesuji::frontend {

enum class Syntax {
  kif,    ///< prefix: `(<= (legal ?w (mark ?x ?y)) (true (cell ?x ?y b)))`
  infix,  ///< `legal(W,mark(X,Y)) :- true(cell(X,Y,b)) & ~p(X)`
};

/// Deepest nesting of parentheses that a parser accepts (deeper: error code "limit").
inline constexpr std::size_t max_nesting = 2000;
/// The same for a DeepTerm; no later stage recurses over one.
inline constexpr std::size_t max_deep_nesting = 1'000'000;

/// A term, or the atom of a sentence. As a *term*, `(f)` is compound without arguments and differs
/// from the constant `f`.
struct Term {
  enum class Kind { constant, variable, compound };
  Kind kind = Kind::constant;
  ir::Symbol name = ir::no_symbol;
  std::vector<Term> args;
  ir::Span span;
};

/// Destroys the terms without recursing on their depth, and leaves the list empty.
void dismantle(std::vector<Term>& terms);

/// Owns a term that may nest deeper than max_nesting, and destroys it without recursion.
class DeepTerm {
 public:
  explicit DeepTerm(Term term) { terms_.push_back(std::move(term)); }
  DeepTerm(DeepTerm&&) noexcept = default;
  DeepTerm& operator=(DeepTerm&&) = delete;
  ~DeepTerm() { dismantle(terms_); }
  [[nodiscard]] const Term& term() const { return terms_.front(); }
  [[nodiscard]] Term& term() { return terms_.front(); }

 private:
  std::vector<Term> terms_;  ///< one term; none after a move
};

/// A body literal. After parsing, `negation` may contain any literal; after normalisation
/// (normalise_body) only atoms, negated atoms, distinct, same (not distinct) and disjunctions of
/// conjunctions remain.
struct Literal {
  enum class Kind {
    atom,         ///< `atom`
    negation,     ///< children[0]
    disjunction,  ///< any of children
    conjunction,  ///< all of children (from `and`, `&` or `not (or ..)`)
    distinct,     ///< atom.args[0] != atom.args[1], syntactically
    same,         ///< atom.args[0] == atom.args[1]
  };
  Kind kind = Kind::atom;
  Term atom;  ///< for atom, distinct, same; a proposition has no args, `(p)` and `p` alike
  std::vector<Literal> children;
  ir::Span span;
};

/// A fact (empty body) or rule. The head's `kind` is constant or compound; a
/// proposition `p` and `(p)` are both stored as compound without arguments.
struct Clause {
  Term head;
  std::vector<Literal> body;
  ir::Span span;
};

/// A whole rulesheet, clauses in source order.
struct Rulesheet {
  std::vector<Clause> clauses;
  ir::FileId file = ir::no_file;
  Syntax syntax = Syntax::kif;  ///< of the source text; messages quote in it
  /// Prefix form: constants in rules that are spelt like Prolog variables, such as `X` and `Row`.
  std::vector<ir::Span> capitals{};
};

// --- Walks
//
// Walks over the syntax tree, shared by several checks. They recurse; the parsers bound the depth
// (max_nesting).

/// A constant (arity 0), or a functor with its number of arguments plus 1, so that `(f)` differs
/// from `f`.
using TermForm = std::pair<ir::Symbol, std::size_t>;

[[nodiscard]] inline TermForm form_of(const Term& term) {
  return {term.name, term.kind == Term::Kind::compound ? term.args.size() + 1 : 0};
}

/// Calls `visit(const Term&)` for every occurrence of a variable in `term`, in order.
template <typename Visit>
void for_each_variable(const Term& term, const Visit& visit) {
  if (term.kind == Term::Kind::variable) {
    visit(term);
    return;
  }
  for (const Term& argument : term.args) {
    for_each_variable(argument, visit);
  }
}

/// Whether both terms consist of the same symbols and variables.
[[nodiscard]] inline bool same_term(const Term& a, const Term& b) {
  return a.kind == b.kind && a.name == b.name &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same_term);
}

/// Whether the terms differ for every value of their variables.
[[nodiscard]] inline bool clash(const Term& a, const Term& b) {
  if (a.kind == Term::Kind::variable || b.kind == Term::Kind::variable) {
    return false;
  }
  return a.kind != b.kind || a.name != b.name || a.args.size() != b.args.size() ||
         !std::equal(a.args.begin(), a.args.end(), b.args.begin(),
                     [](const Term& x, const Term& y) { return !clash(x, y); });
}

/// Calls `visit(const Term& atom)` for every atom in a body, positive or negated, in order; skips
/// distinct and same.
template <typename Visit>
void for_each_atom(const std::vector<Literal>& literals, const Visit& visit) {
  for (const Literal& literal : literals) {
    if (literal.kind == Literal::Kind::atom) {
      visit(literal.atom);
    } else {
      for_each_atom(literal.children, visit);
    }
  }
}

}  // namespace tesuji::frontend
