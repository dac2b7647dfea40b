// Defines statements: the formulas that a certificate certifies.
//
//   FORMULA = (holds ATOM) | (= TERM TERM) | (not FORMULA) | (and FORMULA..) | (or FORMULA..)
//           | (next FORMULA) | (count LOWER UPPER RANGE..)
//   RANGE   = (range ((VARIABLE TERM..)..) FORMULA)
//
// ATOM is an atom of the game description language: `(true (cell 1 1 ?x))`, `(legal white noop)`,
// `terminal`. UPPER may be `inf`. The terms after a range's variable are its domain.
//
// MEANING. A statement is about a sequence of states S_i, .., S_m of a play that is as long as the
// statement's degree, the number of nested `next`, or ends earlier in a terminal state. `holds`:
// the atom holds in S_i. `count`: LOWER to UPPER of the ways to choose a range, and a term of its
// domain for each of its variables, make the range's formula hold. `next`: S_i is terminal, or the
// formula holds of S_i+1, .., S_m. A game satisfies a statement if it holds of all such sequences
// of all plays from the initial state in which all roles make legal moves.
#pragma once

#include "backend/proofs/certificates/grounding.h"
#include "backend/proofs/certificates/kif_reader.h"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::certificates {

struct Statement {
  enum class Kind : std::uint8_t { holds, same, negation, conjunction, disjunction, next, count };
  static constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();
  struct Range {
    std::uint32_t variable = 0;
    std::vector<TermId> domain;
  };

  Kind kind = Kind::conjunction;
  NameId predicate = 0;       ///< holds
  std::vector<Pattern> args;  ///< holds: of the atom; same: two
  std::uint64_t lower = 0;    ///< count
  std::uint64_t upper = 0;
  std::vector<std::vector<Range>> ranges;  ///< count: by part
  std::vector<Statement> parts;
};

/// A statement over the terms of `terms`, with `variables` variables.
struct ReadStatement {
  Statement formula;
  std::uint32_t variables = 0;
  std::uint32_t degree = 0;
};

/// Throws Malformed, also for a variable that no enclosing range declares, or two with the same
/// name.
[[nodiscard]] ReadStatement read_statement(const Sexpr& expression, Terms& terms);

/// Adds the predicates of a statement's atoms. Throws Malformed for `does`, `next` and `init`,
/// which do not describe a state.
void add_predicates(const Sexpr& statement, std::vector<WantedPredicate>& predicates);

}  // namespace tesuji::certificates
