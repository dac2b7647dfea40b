// Represents clause metarules: the shapes of clauses that a learner may use.
//
//   postcond   P(A,B) <- R(A,B), Q(B)
//   negation   P(A,B) <- R(A,B), not Q(B,_)
//
// P, Q, R represent predicates that the search finds, A, B any values. Source: Muggleton and
// Hocquette (2019), Table 1. (Ordering metarules, which define costs of premises, are different:
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

  /// A predicate: a variable that the search binds, or a fixed name in the metarule.
  struct Predicate {
    std::string name;
    bool variable = true;
  };
  struct Literal {
    std::uint32_t predicate = 0;      ///< index in predicates
    std::vector<std::uint32_t> args;  ///< indexes in variables, or `any`
    bool negated = false;
    Span span;
  };

  std::string name;
  std::vector<Predicate> predicates;   ///< the first is the head's, a variable
  std::vector<std::string> variables;  ///< first-order; those of the head come first, in order
  /// Marks variables whose value is part of the clause, the same at each use.
  std::vector<bool> constant;
  std::uint32_t arity = 0;  ///< of the head; its arguments are variables 0, 1, ..
  std::vector<Literal> body;
  Span span;

  /// Whether the body contains the head's predicate, so that its clauses are recursive.
  [[nodiscard]] bool recursive() const {
    for (const Literal& literal : body)
      if (literal.predicate == 0) return true;
    return false;
  }
};

/// Returns the two metarules of MIGO, postcond before negation.
[[nodiscard]] std::vector<ClauseMetarule> migo_metarules();

/// Returns P(A,B) <- R(A,B), Q(B,C): there is a continuation from B.
[[nodiscard]] ClauseMetarule continuation_metarule();

/// Returns P(A,B) <- R(A,B), not Q(B): a property that B lacks.
[[nodiscard]] ClauseMetarule lack_metarule();

/// Returns the metarules of most tasks for Metagol. For targets with two or more arguments, in this
/// order: identity, inverse, precon, postcond, chain, tailrec, all for P(A,B). For targets with
/// one: class P(A) <- Q(A), both P(A) <- Q(A), R(A), any P(A) <- Q(A,B), member P(A) <- Q(A,B),
/// R(B), follow P(A) <- Q(A,B), P(B); then, for invented predicates, identity, inverse and chain.
[[nodiscard]] std::vector<ClauseMetarule> usual_metarules(std::size_t target_arity = 2);

}  // namespace tesuji::ir
