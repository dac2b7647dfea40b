// Represents parsed texts of logic programs: clauses of background knowledge and domain theories,
// files of logical features, and files for clause induction.
#pragma once

#include "ir/core/prolog_term.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::ir {

// --- Clauses

/// A fact or a rule.
struct LogicClause {
  struct Literal {
    PrologTerm atom;  ///< an atom or a compound
    bool negated = false;
  };
  PrologTerm head;
  std::vector<Literal> body;
};

/// `parent/2`.
struct PredicateName {
  std::string name;
  std::uint32_t arity = 0;
  Span span;
};

// --- Features
//
// Represents parsed files of logical features: a domain theory, features. Source: Kaneko,
// Yamaguchi, Kawai, An Efficient Evaluation Method for Logical Features by the Relational Algebra,
// section 2.1.

/// Defines how a position is written as a line: a character for each square, then words.
struct BoardMapping {
  /// The fact denoted by a character on a square, or by a word.
  struct Meaning {
    std::string text;                ///< one character; or a word
    std::string square;              ///< variable of the square in `fact`; empty for words
    std::optional<PrologTerm> fact;  ///< nullopt: it denotes no fact
  };
  std::vector<PrologTerm> squares;  ///< constants, in the order of the line
  std::vector<Meaning> characters;
  std::vector<Meaning> words;
  Span span;  ///< of board_squares; unknown if there is no mapping
};

/// Rules and facts; the possible facts of a position; the notation of positions.
struct DomainTheory {
  std::vector<LogicClause> clauses;
  std::vector<LogicClause> base;                   ///< the head is a possible fact of a position
  std::vector<PredicateName> position_predicates;  ///< declared as dynamic
  BoardMapping board;
};

/// Clauses of features: the head's name is the feature's; distinct values of its arguments are
/// counted. A feature with several clauses counts the union of their solutions.
using FeatureClauses = std::vector<LogicClause>;

// --- Induction
//
// Represents parsed files for clause induction: examples, background knowledge with declarations.
// Clause metarules are in ir/formulas/clause_metarule.h.

/// Content that only files in the form of Popper's bias.pl have.
struct BiasText {
  struct Number {
    std::uint32_t value = 0;
    Span span;
  };
  bool given = false;                          ///< whether the file used that form
  std::vector<PredicateName> head_predicates;  ///< head_pred: predicates to learn
  std::optional<Number> max_variables;         ///< max_vars: of a clause
  std::optional<Number> max_body;              ///< max_body: literals of a clause
  /// direction(tail,(in,out)): for each argument, whether calls need a value there.
  struct Direction {
    PredicateName predicate;
    std::vector<bool> inputs;
  };
  std::vector<Direction> directions;
  bool recursion = false;    ///< enable_recursion
  bool invention = false;    ///< enable_pi
  bool singletons = false;   ///< allow_singletons: variables that occur once
  bool non_datalog = false;  ///< variables that occur only in the head
  /// Rules, and facts that are not declarations: declarations may follow from them.
  std::vector<LogicClause> clauses;
  std::vector<PredicateName> ignored;  ///< declarations that a search by metarules cannot use
};

struct BackgroundText {
  std::vector<LogicClause> clauses;
  std::vector<PredicateName> body_predicates;  ///< body_pred, prim
  std::vector<PrologTerm> types;               ///< `mother(person,person)` of type(..)
  std::optional<std::uint32_t> max_clauses;
  BiasText bias;
};

struct ExampleText {
  PrologTerm atom;  ///< an atom or a compound, ground
  bool positive = true;
};

}  // namespace tesuji::ir
