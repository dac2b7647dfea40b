// Represents operations of plans and agendas, and the functions on numbers that they compute;
// module.h and agenda.h define the operations' meanings.
#pragma once

#include "ir/core/argument.h"
#include "ir/core/source.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

// --- Functions on numbers
//
// Defines functions on numbers, for premises of production rules.
//
// A number is *whole*, a signed 64-bit integer, or *real*, an IEEE 754 double. The text of a
// constant determines its kind: one whose value is a 64-bit whole number is whole (`4`, `4.0`,
// `1e3`), every other decimal is read as the nearest real. A result that is a 64-bit whole number
// is whole, so that each value has one representation and one constant: `(/ 4 2)` is `2`, `(* 2.5
// 2)` is `5`.
//
// A function has no value, and its operation does not continue, if an argument is not a number (or,
// for `div` and `mod`, not whole), if it divides by zero, if a result of whole numbers exceeds 64
// bits, or if a real result is not finite.

enum class Function : std::uint8_t {
  plus,
  minus,
  negate,
  times,
  over,  ///< whole if whole numbers divide without remainder, otherwise real
  div,   ///< the largest whole number not above the quotient
  mod,   ///< x - y * (x div y)
  min,
  max,
  abs,
  floor,
  ceiling,
  round,  ///< halves away from zero
};

/// A step of a computation in postfix order: pushes an argument, or applies a function to the last
/// one or two values.
struct ComputationStep {
  bool is_function = false;
  Function function = Function::plus;
  std::uint32_t argument = 0;  ///< position in Operation::args; unused for functions
  friend bool operator==(const ComputationStep&, const ComputationStep&) = default;
};

/// The spelling of a function in IR text and in rules, and its number of arguments per step.
struct FunctionWords {
  Function function;
  std::string_view word;  ///< in IR text
  std::string_view sign;  ///< in rules
  std::size_t arity;
};

inline constexpr std::array<FunctionWords, 13> function_words{{
    {Function::plus, "plus", "+", 2},
    {Function::minus, "minus", "-", 2},
    {Function::negate, "negate", "-", 1},
    {Function::times, "times", "*", 2},
    {Function::over, "over", "/", 2},
    {Function::div, "div", "div", 2},
    {Function::mod, "mod", "mod", 2},
    {Function::min, "min", "min", 2},
    {Function::max, "max", "max", 2},
    {Function::abs, "abs", "abs", 1},
    {Function::floor, "floor", "floor", 1},
    {Function::ceiling, "ceiling", "ceiling", 1},
    {Function::round, "round", "round", 1},
}};

[[nodiscard]] inline const FunctionWords& words_of(Function function) {
  return function_words[static_cast<std::size_t>(function)];
}

/// Maximum number of values on a computation's stack.
inline constexpr std::size_t max_computation_depth = 64;
/// Maximum number of steps of a computation.
inline constexpr std::size_t max_computation_steps = 1000;

/// Returns the maximum stack depth of the steps; nullopt unless they leave exactly one value, each
/// function has its arguments, and the limits above are kept.
[[nodiscard]] std::optional<std::size_t> depth_of(const std::vector<ComputationStep>& steps);

/// Prints the function as in rules: `(+ ?x 1)`. `args`: texts of Operation::args.
[[nodiscard]] std::string function_text(const std::vector<ComputationStep>& steps,
                                        const std::vector<std::string>& args);

// --- Operations

enum class Comparison : std::uint8_t {
  different,  ///< not the same constant
  same,
  less,  ///< of numbers, integer or decimal; false if a side is not a number
  less_or_equal,
  greater,
  greater_or_equal,
};

struct Operation {
  enum class Kind : std::uint8_t {
    scan,
    probe,
    test,
    absent,
    different,  ///< plans only, as is `same`: of two tuples
    same,
    compare,  ///< agendas only: of two values
    compute,  ///< agendas only: the first argument is the value of a function of the others
    unless_derived,
    exists,
    unless,  ///< agendas only: `body` has no instance; `args`: variables used from outside
    insert,  ///< a conclusion; agendas write `add`
    remove,  ///< a conclusion, agendas only
    given,   ///< plans only: binds the given values of a call
  };
  Kind kind = Kind::scan;
  std::uint32_t relation = no_id;                 ///< unset if the operation reads no facts
  bool delta = false;                             ///< scan in plans only
  std::uint32_t index = no_id;                    ///< probe only: position in Relation::indexes
  Comparison comparison = Comparison::different;  ///< compare only
  std::vector<Argument> args;  ///< columns; the two sides of `compare`; the left tuple
  std::vector<ComputationStep> computation;  ///< compute
  std::vector<Argument> right;               ///< different, same: the right tuple
  std::vector<Operation> body;               ///< exists, unless
  double estimate = 0;  ///< expected number of bindings after it; in agendas 0 if unknown
  std::string origin;   ///< the pass that inserted it, empty if from the source
  Span span;
};

/// Whether it may continue several times, once for each fact.
[[nodiscard]] bool walks(const Operation& op);
[[nodiscard]] bool concludes(const Operation& op);
/// Whether it reads facts of `relation`.
[[nodiscard]] bool has_relation(const Operation& op);
[[nodiscard]] bool binds(const Operation& op);
/// Sets the flags of the variables that the operation binds.
void mark_bound(const Operation& op, std::vector<bool>& bound);
/// Whether a pass has inserted existence tests or absent-checks among these operations.
[[nodiscard]] bool has_checks(const std::vector<Operation>& ops);
/// Returns the number of operations, including those inside existence tests.
[[nodiscard]] std::size_t count_operations(const std::vector<Operation>& ops);
/// Returns the sum of all estimates; those inside an existence test count for each binding that
/// reaches it.
[[nodiscard]] double expected_bindings(const std::vector<Operation>& ops);

}  // namespace tesuji::ir
