// Numbers as rules compute with them (ir/module/computation.h), and the constants that stand for
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::ir {

struct Number {
  bool is_whole = true;
  std::int64_t whole = 0;
  double real = 0;  ///< the nearest one of a whole number

  static Number of(std::int64_t whole) { return {true, whole, static_cast<double>(whole)}; }
};

/// The number that a constant stands for: whole where its value is a whole number of 64 bits, else
/// the nearest real. Nothing for other names, and for decimals too large for a double.
[[nodiscard]] std::optional<Number> parse_number(std::string_view text);

/// The constant that stands for a result: digits, with a point where the number is not whole, and
/// no more of them than read back the same number.
[[nodiscard]] std::string number_text(const Number& number);

}  // namespace tesuji::ir
