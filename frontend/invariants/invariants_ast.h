// The abstract syntax of invariants as text (docs/languages/invariant-language.md). Names are not
// looked up yet: that is the resolver's (invariants_resolver.h).
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// Deepest nesting of formulas, and of terms and domains in them (code "limit" beyond it).
inline constexpr std::size_t max_formula_nesting = 200;

/// A set of terms, as written where a variable is bound or after `domain NAME =`.
struct DomainText {
  enum class Kind : std::uint8_t {
    listed,    ///< `{1..4, b, f(a)}`
    place,     ///< `dom(cell, 3)`, `dom(cell/3, 3)`
    named,     ///< `piece`
    terms,     ///< `place(index, index)`: all terms with arguments from these
    combined,  ///< `dom(cell, 3) except {b} or {empty}`, from left to right
  };
  /// A term, or the integers from `first` to `last`.
  struct Item {
    Term first;
    std::optional<Term> last;
  };
  Kind kind = Kind::listed;
  std::vector<Item> items;           ///< listed
  ir::Symbol name = ir::no_symbol;   ///< place: predicate or function; named; terms: function
  std::optional<std::size_t> arity;  ///< place
  std::size_t argument = 0;          ///< place: from 1
  std::vector<DomainText> parts;     ///< terms: of the arguments; combined
  std::vector<bool> removed;         ///< combined: of each part whether `except` is before it
  ir::Span span;
};

struct BindingText {
  ir::Symbol variable = ir::no_symbol;       ///< in lower case, without `?`
  std::string written;                       ///< without `?`
  std::shared_ptr<const DomainText> domain;  ///< null: to be inferred
  ir::Span span;                             ///< of the variable
};

struct FormulaText {
  enum class Kind : std::uint8_t {
    atom,       ///< `left`
    same,       ///< `left = right`
    different,  ///< `left != right`, `distinct(left, right)`
    truth,
    falsity,
    negation,
    conjunction,
    disjunction,
    implication,  ///< parts[0] implies parts[1]
    count,        ///< `exists`
    forall,
    next,
    knows,  ///< `knows(left, parts[0])`
  };
  Kind kind = Kind::truth;
  Term left;
  Term right;
  std::uint64_t lower = 1;
  std::uint64_t upper = ~std::uint64_t{0};
  std::vector<std::vector<BindingText>> ranges;  ///< count: one body each; forall: one
  std::vector<FormulaText> parts;
  ir::Span span;
};

struct InvariantText {
  std::string name;
  ir::Span name_span;
  std::vector<BindingText> parameters;
  FormulaText formula;
  ir::Span span;
};

struct DomainDeclaration {
  ir::Symbol name = ir::no_symbol;
  ir::Span name_span;
  DomainText domain;
};

/// Statements in source order, by kind: a domain may be used before its declaration.
struct InvariantsText {
  std::vector<DomainDeclaration> domains;
  std::vector<InvariantText> invariants;
  /// Domains whose declarations could not be read: no more is said of them.
  std::set<ir::Symbol> unread;
};

}  // namespace tesuji::frontend
