// Declares the abstract syntax of GDL rulesheets, common to every surface syntax.
//
// Symbols are lower case (GDL is case-insensitive) and interned; variables keep their name without
// the leading `?`. The parser bounds the nesting depth (max_nesting), so that later stages may
// recurse over terms.
#pragma once

#include "ir/core/source.h"
#include "ir/core/symbol.h"

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

}  // namespace tesuji::frontend
