// Chooses the relations that the passes unfold and demand process, by expected sizes.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// Relations expected to be smaller than this (recursive ones: without recursion) are computed
/// whole.
inline constexpr double min_demanded_rows = 256;
/// Relations that can have more tuples than this are never computed whole, whatever their expected
/// size: estimates of joins are unreliable if many tuples are possible.
inline constexpr std::uint64_t max_whole_tuples = 4096;
/// Static relations expected to be smaller than this are tabulated.
inline constexpr double min_demanded_static_rows = 200'000;
/// The same limit for relations that read a larger static relation, which would be tabulated for
/// them.
inline constexpr double min_handed_on_rows = 20'000;
/// Static relations expected to be larger than this could not be tabulated at all.
inline constexpr double min_hopeless_rows = 20'000'000;
/// Static relations that can be tabulated are, unless each use gives so many columns that it needs
/// at most this many tuples at a time.
inline constexpr double max_tuples_per_need = 16;

/// Estimates for each relation of the module.
struct DemandCandidates {
  std::vector<double> rows;   ///< expected tuples
  std::vector<double> steps;  ///< expected steps to compute it whole, excluding the relations it
                              ///< reads
  std::vector<bool> fixed;    ///< in the entry `static`
  /// Derived, and too large to compute whole. Never a relation of needs, or one that already has
  /// needs.
  std::vector<bool> large;
  std::vector<bool> hopeless;  ///< static, and too large to tabulate
  std::vector<bool> initial;   ///< the initial state depends on it

  /// Adds a relation with the estimates of relation `of`.
  void copy(ir::RelationId of);
};

/// Requires domains and strata. Plans the module temporarily to estimate the sizes.
[[nodiscard]] DemandCandidates find_demand_candidates(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
