// Random domain theories, logical features and positions, as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tests {

struct RandomFeatures {
  std::string theory;
  std::string features;
  std::vector<std::vector<std::string>> positions;  ///< facts, as Prolog terms
};

/// The same for the same number: a few constants; static facts; facts of positions; derived
/// predicates with negation, recursion and tests; features of several literals and clauses.
[[nodiscard]] RandomFeatures random_features(std::uint64_t number);

/// The program with terms of the form k(_,m(_)) for some constants, one for one: all
/// features have the values that they have without.
[[nodiscard]] RandomFeatures with_terms(const RandomFeatures& program);

}  // namespace tesuji::tests
