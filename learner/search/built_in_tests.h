// Evaluates built-in tests in rules of the background: comparisons of terms and of numbers, by
// Prolog's names.
#pragma once

#include "ir/core/prolog_term.h"
#include "learner/search/fact_background.h"

#include <cstdint>

namespace tesuji::learner {

enum class BuiltIn : std::uint8_t {
  none,
  unifies,    ///< `=`: the same term; binds variables of one side
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
/// as floating-point numbers.
[[nodiscard]] bool holds(BuiltIn test, Value left, Value right, const TermTable& terms);

}  // namespace tesuji::learner
