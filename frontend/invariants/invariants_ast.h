// Declares the abstract syntax of invariants as text (docs/languages/invariant-language.md). Names
// are not resolved yet: invariants_resolver.h does that.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// Deepest nesting of formulas, and of terms and domains in them (deeper: error code "limit").
inline constexpr std::size_t max_formula_nesting = 200;

/// A set of terms, as written after a bound variable or after `domain NAME =`.
struct DomainText {
  enum class Kind : std::uint8_t {
    listed,    ///< `{1..4, b, f(a)}`
    place,     ///< `dom(cell, 3)`, `dom(cell/3, 3)`
    named,     ///< `piece`
    terms,     ///< `place(index, index)`: all terms with arguments from these domains
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
  std::vector<bool> removed;         ///< combined: for each part, whether `except` precedes it
  ir::Span span;
};

struct BindingText {
  ir::Symbol variable = ir::no_symbol;       ///< in lower case, without `?`
  std::string written;                       ///< without `?`
  std::shared_ptr<const DomainText> domain;  ///< null: inferred
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
  /// Domains whose declarations could not be read: no further messages are reported about them.
  std::set<ir::Symbol> unread;
};

}  // namespace tesuji::frontend
