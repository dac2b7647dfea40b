// Unifies two terms step by step, for a person to read (section 13.2).
//
// The steps are those of the book's algorithm: it compares the terms argument by argument from left
// to right, replaces a variable by its binding, binds a variable that has no value, and first
// checks that the variable does not occur in its value. unify() of unify.h makes the same bindings,
// for the reasoner, without a record.
//
// The book's algorithm takes exponential time if terms repeat variables, as f(X1,X2,..) and
// f(g(X2,X2),g(X3,X3),..) do, and it recurses on depth. This one avoids both:
//   * Terms are interned, so a repeated part is one node of a graph. Two compound terms that were
//     compared once belong to one class (union-find, as in Huet's algorithm), and a later pair of
//     the same class needs no comparison.
//   * The occurs check comes at the end. The bindings up to number k are acyclic exactly if the
//     book's check succeeded k times, so a binary search over k finds the binding at which the
//     check fails; later steps are dropped.
// Together this takes O(n log n) for terms with n different parts and places.
//
// Sources: Genesereth and Thielscher, General Game Playing, section 13.2; Baader and Snyder,
// Unification Theory, Handbook of Automated Reasoning (2001), section 2.3.
#pragma once

#include "backend/reference/term.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::reference {

/// The position of a part in one of the two terms: the arguments to follow, each counted from 0.
struct Occurrence {
  bool in_right = false;  ///< in the second term, else in the first
  std::vector<std::uint32_t> path;
};

/// One pair that the algorithm compares.
struct UnificationStep {
  enum class Kind : std::uint8_t {
    same,       ///< both are the same term, or were already compared
    decompose,  ///< same functor and number of arguments; the pairs of arguments come next
    bind,       ///< `binding` is added to the unifier
    clash,      ///< no substitution makes them equal; last step
    occurs,     ///< the occurs check of `binding` fails; last step
  };
  Kind kind = Kind::same;
  TermId left = no_term;  ///< as it occurs in the terms
  TermId right = no_term;
  TermId left_value = no_term;  ///< the same, or the value of a bound variable
  TermId right_value = no_term;
  Binding binding{0, no_term};  ///< kinds bind and occurs; earlier bindings are not applied
};

/// How two terms clash.
enum class Clash : std::uint8_t {
  constants,  ///< two different constants
  kinds,      ///< a constant and a compound term
  functors,   ///< different functors
  arities,    ///< the same functor, different numbers of arguments
};

/// The steps of the algorithm, and its result.
struct Unification {
  bool unifiable = false;
  std::vector<UnificationStep> steps;
  /// The most general unifier, in the order in which variables were bound, with every binding
  /// applied to its terms. Empty if the terms are not unifiable.
  std::vector<Binding> unifier;
  TermId instance = no_term;  ///< both terms with the unifier applied

  // For the last step, if the terms are not unifiable:
  Clash clash = Clash::constants;  ///< kind clash
  Occurrence left_place;           ///< of left_value
  Occurrence right_place;          ///< of right_value
  /// Kind occurs: the chain of bound variables from the variable's value to the variable, in order;
  /// empty if the value itself contains it.
  std::vector<Binding> through;
};

/// Unifies two terms of the store; variables with the same number are the same. Of two variables,
/// binds the one with the larger number, as unify() does. Adds terms to the store; throws
/// std::length_error if the store is full. Not recursive.
[[nodiscard]] Unification unify_in_steps(TermId left, TermId right, TermStore& terms);

/// Returns how two values clash that are not variables and differ at the top.
[[nodiscard]] Clash clash_of(TermId left, TermId right, const TermStore& terms);

}  // namespace tesuji::reference
