// Random games that a game plays in one call, and what becomes of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Playouts of one run from one state: number i draws from Rng(seed, i).
struct ManyPlayouts {
  std::span<const std::uint64_t> start;
  std::uint64_t seed = 1;
  std::uint64_t first = 0;  ///< number of the first one
  std::uint64_t count = 0;
  std::uint64_t step_limit = 0;  ///< moves of a playout
};

/// Sums over those that ended, as PlayoutStatistics has them.
struct ManyEnds {
  explicit ManyEnds(std::size_t roles) : goal_sums(roles), goal_counts(roles) {}

  std::uint64_t playouts = 0;
  std::uint64_t terminal = 0;
  std::uint64_t cut = 0;
  std::uint64_t stuck = 0;
  std::uint64_t steps = 0;
  std::uint64_t shortest = UINT64_MAX;
  std::uint64_t longest = 0;
  std::uint64_t goals_missing = 0;
  std::uint64_t goals_ambiguous = 0;
  std::uint64_t goals_not_integer = 0;
  std::vector<std::uint64_t> goal_sums;    ///< per role
  std::vector<std::uint64_t> goal_counts;  ///< per role
};

}  // namespace tesuji::runtime
