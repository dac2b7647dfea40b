// Evaluates built-in tests in rules of the background. They are comparisons of terms and of
// numbers, integer arithmetic, and kinds of terms, by Prolog's names.
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
  less,       ///< `<`, for numbers, as the next ones: false if one side is not a number
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
  is_compound,  ///< `compound`, including non-empty lists
  is_list,      ///< `is_list`
  is_ground,    ///< `ground`, `nonvar`: always true, because arguments of tests are ground
};

/// Returns the atom's test. Returns `none` for `dif` and tests of one term if the background
/// defines that predicate.
[[nodiscard]] BuiltIn built_in(const ir::PrologTerm& atom, const FactBackground& background);

/// Whether a rule may define a predicate of the test's name, which then replaces the test.
[[nodiscard]] bool may_be_defined(const ir::PrologTerm& atom);

/// Whether the test holds for two terms; tests of one term use `left`. Integers of 64 bits are
/// compared exactly, other numbers as floating-point numbers; sums, differences, products, `//` and
/// `mod` of integers by value. `is` holds if the left side is the right side's value.
[[nodiscard]] bool holds(BuiltIn test, Value left, Value right, TermTable& terms);

/// Returns the value of an expression: a number itself, or the integer that it computes. Returns
/// nothing if it is not such an expression, divides by zero or exceeds 64 bits. `//` truncates, and
/// `mod` has the sign of its right side, as in Prolog.
[[nodiscard]] std::optional<Value> computed(Value expression, TermTable& terms);

/// Returns the 64-bit integer that the term is or computes.
[[nodiscard]] std::optional<std::int64_t> integer_of(Value value, const TermTable& terms);

}  // namespace tesuji::learner
