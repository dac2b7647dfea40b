#include "backend/reference/reference_arithmetic.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace tesuji::reference {
namespace {

using ir::Function;
using ir::Number;
__extension__ using Wide = __int128;

struct NoValue {
  std::uint32_t reason;
  bool second = false;  ///< the second argument is at fault
};

Number whole(Wide value) {
  if (value > std::numeric_limits<std::int64_t>::max() ||
      value < std::numeric_limits<std::int64_t>::min()) {
    throw NoValue{TSJ_TOO_LARGE};
  }
  return Number::of(static_cast<std::int64_t>(value));
}

Number real(double value) {
  if (!std::isfinite(value)) throw NoValue{TSJ_TOO_LARGE};
  if (std::trunc(value) == value && value >= -0x1p63 && value < 0x1p63) {
    return Number::of(static_cast<std::int64_t>(value));
  }
  return {false, 0, value};
}

Wide floor_of_quotient(Wide a, Wide b) {
  const Wide quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

Number apply(Function function, const Number& a, const Number& b) {
  const bool wholes = a.is_whole && b.is_whole;
  const Wide x = a.whole;
  const Wide y = b.whole;
  switch (function) {
    case Function::plus:
      return wholes ? whole(x + y) : real(a.real + b.real);
    case Function::minus:
      return wholes ? whole(x - y) : real(a.real - b.real);
    case Function::negate:
      return a.is_whole ? whole(-x) : real(-a.real);
    case Function::times:
      return wholes ? whole(x * y) : real(a.real * b.real);
    case Function::over:
      if (b.real == 0) throw NoValue{TSJ_BY_ZERO};
      return wholes && x % y == 0 ? whole(x / y) : real(a.real / b.real);
    case Function::div:
    case Function::mod:
      if (!wholes) throw NoValue{TSJ_NOT_WHOLE, a.is_whole};
      if (y == 0) throw NoValue{TSJ_BY_ZERO};
      return function == Function::div ? whole(floor_of_quotient(x, y))
                                       : whole(x - floor_of_quotient(x, y) * y);
    case Function::min:
      return compare(b, a) < 0 ? b : a;
    case Function::max:
      return compare(b, a) > 0 ? b : a;
    case Function::abs:
      return a.is_whole ? whole(x < 0 ? -x : x) : real(std::abs(a.real));
    case Function::floor:
      return a.is_whole ? a : real(std::floor(a.real));
    case Function::ceiling:
      return a.is_whole ? a : real(std::ceil(a.real));
    case Function::round:
      return a.is_whole ? a : real(std::round(a.real));
  }
  return a;
}

/// A value, and which operand it is, if it is one.
using Held = std::pair<Number, std::optional<std::size_t>>;

}  // namespace

std::strong_ordering compare(const Number& a, const Number& b) {
  const auto exact = [](const Number& number) {
    // A long double holds all 64 bits of both.
    return number.is_whole ? static_cast<long double>(number.whole)
                           : static_cast<long double>(number.real);
  };
  static_assert(std::numeric_limits<long double>::digits >= 64);
  const long double left = exact(a);
  const long double right = exact(b);
  return left < right   ? std::strong_ordering::less
         : left > right ? std::strong_ordering::greater
                        : std::strong_ordering::equal;
}

Computed evaluate(const std::vector<ir::ComputationStep>& steps,
                  const std::vector<Operand>& operands) {
  std::vector<Held> held;
  for (const ir::ComputationStep& step : steps) {
    if (!step.is_function) {
      const std::size_t operand = step.argument - 1;
      if (!operands[operand]) return {TSJ_NO_NUMBER, {}, operand};
      held.emplace_back(*operands[operand], operand);
      continue;
    }
    Held second;
    if (ir::words_of(step.function).arity == 2) {
      second = held.back();
      held.pop_back();
    }
    Held& first = held.back();
    try {
      first = {apply(step.function, first.first, second.first), std::nullopt};
    } catch (const NoValue& none) {
      if (none.reason != TSJ_NOT_WHOLE) return {none.reason, {}, {}};
      return {none.reason, {}, none.second ? second.second : first.second};
    }
  }
  return {TSJ_HAS_VALUE, held.back().first, {}};
}

}  // namespace tesuji::reference
