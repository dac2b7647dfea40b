// Parsed content of files of logical features: a domain theory, features. Source: Kaneko,
// Yamaguchi, Kawai, An Efficient Evaluation Method for Logical Features by the Relational Algebra,
// section 2.1.
#pragma once

#include "ir/formulas/logic_clause.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::ir {

/// How a position is written as a line: a character for each square, then words.
struct BoardMapping {
  /// The fact that a character, on a square, or a word stands for.
  struct Meaning {
    std::string text;                ///< one character; or a word
    std::string square;              ///< variable of the square in `fact`; empty for words
    std::optional<PrologTerm> fact;  ///< nothing: it stands for none
  };
  std::vector<PrologTerm> squares;  ///< constants, in the order of the line
  std::vector<Meaning> characters;
  std::vector<Meaning> words;
  Span span;  ///< of board_squares; unknown where there is no mapping
};

/// Rules and facts; which facts a position may have; how positions are written.
struct DomainTheory {
  std::vector<LogicClause> clauses;
  std::vector<LogicClause> base;                   ///< the head is a fact that a position may have
  std::vector<PredicateName> position_predicates;  ///< declared as dynamic
  BoardMapping board;
};

/// Clauses of features: the head's name is the feature's, its distinct arguments are counted. A
/// feature of several clauses counts what any of them gives.
using FeatureClauses = std::vector<LogicClause>;

}  // namespace tesuji::ir
