// Clause metarules: the shapes that a learner's clauses may have.
//
//   postcond   P(A,B) <- R(A,B), Q(B)
//   negation   P(A,B) <- R(A,B), not Q(B,_)
//
// P, Q, R stand for predicates that the search finds, A, B for any values. Source: Muggleton and
// Hocquette (2019), Table 1. (Ordering metarules, which say what premises cost, are another thing:
// ir/formulas/metarule.h.)
#pragma once

#include "ir/core/source.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tesuji::ir {

struct ClauseMetarule {
  /// `_`, in a negated literal only: some value.
  static constexpr std::uint32_t any = std::numeric_limits<std::uint32_t>::max();

  /// A predicate: a variable that the search binds, or a name that stands in the metarule itself.
  struct Predicate {
    std::string name;
    bool variable = true;
  };
  struct Literal {
    std::uint32_t predicate = 0;      ///< into predicates
    std::vector<std::uint32_t> args;  ///< into variables, or any
    bool negated = false;
    Span span;
  };

  std::string name;
  std::vector<Predicate> predicates;   ///< the first is the head's, a variable
  std::vector<std::string> variables;  ///< first-order; those of the head come first, in order
  /// Of variables: those whose value is part of the clause, the same each time it is used.
  std::vector<bool> constant;
  std::uint32_t arity = 0;  ///< of the head; its arguments are variables 0, 1, ..
  std::vector<Literal> body;
  Span span;

  /// Whether the body has the head's own predicate, so that clauses of it call themselves.
  [[nodiscard]] bool recursive() const {
    for (const Literal& literal : body)
      if (literal.predicate == 0) return true;
    return false;
  }
};

/// The two metarules of MIGO, postcond before negation.
[[nodiscard]] std::vector<ClauseMetarule> migo_metarules();

/// P(A,B) <- R(A,B), Q(B,C): there is a way on from B.
[[nodiscard]] ClauseMetarule continuation_metarule();

/// P(A,B) <- R(A,B), not Q(B): a property that B lacks.
[[nodiscard]] ClauseMetarule lack_metarule();

/// Those that most tasks of Metagol's users have. Of targets with two arguments, or more, in this
/// order: identity, inverse, precon, postcond, chain, tailrec, all of P(A,B). Of targets with one:
/// class P(A) <- Q(A), both P(A) <- Q(A), R(A), any P(A) <- Q(A,B), member P(A) <- Q(A,B), R(B),
/// follow P(A) <- Q(A,B), P(B); then, for predicates that are invented, identity, inverse and
/// chain.
[[nodiscard]] std::vector<ClauseMetarule> usual_metarules(std::size_t target_arity = 2);

}  // namespace tesuji::ir
