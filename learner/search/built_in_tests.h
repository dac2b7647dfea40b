// Evaluates built-in tests in rules of the background: comparisons of terms and of numbers, integer
// arithmetic, and kinds of terms, by Prolog's names.
#pragma once

#include "ir/core/prolog_term.h"
#include "learner/search/fact_background.h"

#include <cstdint>
#include <optional>

namespace tesuji::learner {

enum class BuiltIn : std::uint8_t {
  none,
  unifies,    ///< `=`: the same term; binds variables of one side
  is,         ///< `is`: the right side's value; binds a variable on the left
  same,       ///< `==`: the same term
  different,  ///< `\=`, `\==`, `dif`: different terms
  less,       ///< `<`, of numbers as the following ones: false where one side is no number
  greater,
  less_or_equal,     ///< `=<`
  greater_or_equal,  ///< `>=`
  equal_number,      ///< `=:=`
  other_number,      ///< `=\=`
  // Of one term:
  is_integer,   ///< `integer`
  is_number,    ///< `number`
  is_atom,      ///< `atom`: a constant other than a number and `[]`, as in SWI-Prolog
  is_atomic,    ///< `atomic`: an atom, a number or `[]`
  is_compound,  ///< `compound`, lists with elements included
  is_list,      ///< `is_list`
  is_ground,    ///< `ground`, `nonvar`: whatever a test is asked about is ground
};

/// The test that the atom is. `dif` and tests of one term give `none` where the background defines
/// that predicate.
[[nodiscard]] BuiltIn built_in(const ir::PrologTerm& atom, const FactBackground& background);

/// Whether a rule may define a predicate of the test's name: then there is no such test.
[[nodiscard]] bool may_be_defined(const ir::PrologTerm& atom);

/// Whether the test holds of two terms; tests of one term look at `left`. Integers of 64 bits are compared as they are, other numbers
/// as floating-point numbers; sums, differences, products, `//` and `mod` of integers by value.
/// `is` holds where the left side is the right side's value.
[[nodiscard]] bool holds(BuiltIn test, Value left, Value right, TermTable& terms);

/// The value of an expression: a number itself, or the integer that it computes. Nothing where it
/// is no such expression, divides by zero or exceeds 64 bits. `//` truncates, the sign of `mod` is
/// that of its right side, as in Prolog.
[[nodiscard]] std::optional<Value> computed(Value expression, TermTable& terms);

/// The integer of 64 bits that the term is or computes.
[[nodiscard]] std::optional<std::int64_t> integer_of(Value value, const TermTable& terms);

}  // namespace tesuji::learner
