// Functions on numbers, in the premises of production rules.
//
// A number is *whole*, with 64 bits and a sign, or *real*, IEEE 754 double. The text of a constant
// decides: one whose value is a whole number of 64 bits is whole (`4`, `4.0`, `1e3`), every other
// decimal is read as the nearest real. A result that is a whole number of 64 bits is whole, so that
// each value has one form and one constant: `(/ 4 2)` is `2`, `(* 2.5 2)` is `5`.
//
// A function has no value, and the operation that computes it does not go on, where an argument is
// not a number (or, for `div` and `mod`, not whole), where it divides by zero, where a result of
// whole numbers has more than 64 bits, and where a real result is not finite.
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
  over,  ///< whole where whole numbers divide without rest, else real
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
  std::uint32_t argument = 0;  ///< position in Operation::args; not for functions
  friend bool operator==(const ComputationStep&, const ComputationStep&) = default;
};

/// How IR text and rules call a function, and how many arguments it has in a step.
struct FunctionWords {
  Function function;
  std::string_view word;  ///< of IR text
  std::string_view sign;  ///< of rules
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

/// Most values that a computation holds at a time.
inline constexpr std::size_t max_computation_depth = 64;
/// Most steps of a computation.
inline constexpr std::size_t max_computation_steps = 1000;

/// The most values that the steps hold at a time; nothing unless they leave exactly one, each
/// function has its arguments, and the limits above are kept.
[[nodiscard]] std::optional<std::size_t> depth_of(const std::vector<ComputationStep>& steps);

/// The function as rules have it: `(+ ?x 1)`. `args`: texts of Operation::args.
[[nodiscard]] std::string function_text(const std::vector<ComputationStep>& steps,
                                        const std::vector<std::string>& args);

}  // namespace tesuji::ir
