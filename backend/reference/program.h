// Represents a rulesheet for the reference reasoner: clauses over terms, with bodies as written.
// Also represents the facts of a state and queries; prints, parses and orders ground terms.
//
// Nothing is normalised, ordered or split, so the reasoner shares only the parser with the
// compiler. Ground terms are printed and parsed in the KIF of traces: lower case, one blank between
// arguments, no blanks at parentheses.
#pragma once

#include "backend/reference/term.h"
#include "ir/core/source.h"
#include "ir/core/symbol.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::reference {

// --- Clauses

/// A formula of a body or query. Nesting is bounded by the parsers.
struct Goal {
  enum class Kind : std::uint8_t {
    atom,         ///< a relation's atom
    distinct,     ///< left and right are different terms
    negation,     ///< not children[0]
    disjunction,  ///< any of children; false if empty
    conjunction,  ///< all of children; true if empty
  };
  Kind kind = Kind::atom;
  TermId atom = no_term;  ///< kind atom: always compound, even without arguments
  TermId left = no_term;
  TermId right = no_term;
  std::vector<Goal> children;
  ir::Span span;
};

using ClauseId = std::uint32_t;

/// A fact or rule over the variables 0 .. variables.size() - 1.
struct Clause {
  TermId head = no_term;  ///< compound
  std::vector<Goal> body;
  std::vector<std::string> variables;  ///< their names, as in the source
  ir::Span span;
};

/// Name and number of arguments: relations with the same name and different arity are different.
struct RelationKey {
  ir::Symbol name = ir::no_symbol;
  std::uint32_t arity = 0;
  friend auto operator<=>(const RelationKey&, const RelationKey&) = default;
};

/// The clauses of a rulesheet in source order. Built once, then read only, except for its terms, to
/// which every reasoner on the program adds.
class Program {
 public:
  explicit Program(std::shared_ptr<const ir::SymbolTable> symbols) : symbols_(std::move(symbols)) {}

  ClauseId add(Clause clause);

  [[nodiscard]] const std::vector<Clause>& clauses() const { return clauses_; }
  /// Returns the clauses for a relation, in source order; empty if it is undefined.
  [[nodiscard]] std::span<const ClauseId> clauses_for(RelationKey relation) const;
  [[nodiscard]] RelationKey relation_of(TermId atom) const;
  [[nodiscard]] TermStore& terms() { return terms_; }
  [[nodiscard]] const TermStore& terms() const { return terms_; }
  [[nodiscard]] const ir::SymbolTable& symbols() const { return *symbols_; }

 private:
  std::shared_ptr<const ir::SymbolTable> symbols_;
  TermStore terms_;
  std::vector<Clause> clauses_;
  std::map<RelationKey, std::vector<ClauseId>> by_relation_;
};

// --- States, queries and answers

/// The facts of `true` and `does`, which hold besides the clauses. Ground terms of the program's
/// store.
struct Situation {
  std::vector<TermId> fluents;  ///< f for each (true f); sorted, without duplicates
  struct Does {
    TermId role = no_term;
    TermId move = no_term;
  };
  std::vector<Does> does;
};

/// A conjunction to be proved; its variables are 0 .. variables.size() - 1.
struct Query {
  std::vector<Goal> goals;
  std::vector<std::string> variables;
};

/// Ground terms for a query's variables, in their order.
using Answer = std::vector<TermId>;

// --- Ground terms: text and order

/// `(cell 1 1 x)`. The term must be ground.
[[nodiscard]] std::string term_text(TermId term, const Program& program);

/// Parses a ground term; returns nothing if the text is malformed, contains a name that no clause
/// mentions, or nests deeper than `max_depth`.
[[nodiscard]] std::optional<TermId> read_term(std::string_view text, Program& program,
                                              std::uint32_t max_depth = 2000);

/// Orders moves and goal values: constants before compound terms; integers by value, then other
/// names by their first appearance; compound terms by functor, number of arguments, and arguments
/// from left to right. Both must be ground.
[[nodiscard]] bool term_less(TermId left, TermId right, const Program& program);

}  // namespace tesuji::reference
