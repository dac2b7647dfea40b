#include "passes/ordering/round_priorities.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace tesuji::passes {
namespace {

constexpr int fewest_digits = 4;
constexpr int all_digits = std::numeric_limits<double>::max_digits10;

double rounded(double number, int digits) {
  return std::floor(number) == number ? number : with_digits(number, digits);
}

}  // namespace

double with_digits(double number, int digits) {
  // std::stod throws for denormal numbers (below 2e-308) instead of returning them.
  return std::strtod(fmt::format("{:.{}g}", number, digits).c_str(), nullptr);
}

void round_priorities(std::vector<ir::OrderingMetarule>& metarules) {
  std::vector<double> numbers;  // ascending, each once
  numbers.reserve(metarules.size());
  for (ir::OrderingMetarule& metarule : metarules) {
    if (metarule.priority > 0) metarule.priority = std::max(metarule.priority, least_priority);
    numbers.push_back(metarule.priority);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<int> digits(numbers.size(), fewest_digits);
  const auto at = [&](std::size_t i) { return rounded(numbers[i], digits[i]); };
  // Gives two colliding numbers one more digit each; with all digits no two collide.
  for (bool met = true; met;) {
    met = false;
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      while (at(i - 1) >= at(i)) {
        digits[i - 1] = std::min(digits[i - 1] + 1, all_digits);
        digits[i] = std::min(digits[i] + 1, all_digits);
        met = true;
      }
    }
  }
  for (ir::OrderingMetarule& metarule : metarules) {
    const auto place = std::lower_bound(numbers.begin(), numbers.end(), metarule.priority);
    metarule.priority = at(static_cast<std::size_t>(place - numbers.begin()));
  }
}

}  // namespace tesuji::passes
