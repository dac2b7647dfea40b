// Evaluates built-in tests in rules of the background: comparisons of terms and of numbers, and
// integer arithmetic, by Prolog's names.
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
};

/// The test that the atom is. `dif` is none where the background defines dif/2.
[[nodiscard]] BuiltIn built_in(const ir::PrologTerm& atom, const FactBackground& background);

/// Whether the test holds of two terms. Integers of 64 bits are compared as they are, other numbers
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
