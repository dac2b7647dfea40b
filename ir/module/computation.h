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
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

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

}  // namespace tesuji::ir
