// Ranks numbers in the order of all numbers that the rules of a module may compare.
//
// Comparisons are exact, whatever the numbers' length, and engines compare a double a side: not
// the number's value, but its place among those of all constants. Equal numbers (`2.5`, `2.50`)
// have the same place.
#pragma once

#include "ir/module/module.h"

#include <unordered_map>

namespace tesuji::agenda {

class NumberRanks {
 public:
  /// Of the constants of all domains and comparisons. Empty where no rule compares by size.
  explicit NumberRanks(const ir::Module& module);

  /// The constant's place; not a number (NaN) where it is no number.
  [[nodiscard]] double of(ir::Symbol symbol) const;

 private:
  std::unordered_map<ir::Symbol, double> ranks_;
};

}  // namespace tesuji::agenda
