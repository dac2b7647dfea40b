// Represents parsed files of logical features: a domain theory, features. Source: Kaneko,
// Yamaguchi, Kawai, An Efficient Evaluation Method for Logical Features by the Relational Algebra,
// section 2.1.
#pragma once

#include "ir/formulas/logic_clause.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::ir {

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

}  // namespace tesuji::ir
