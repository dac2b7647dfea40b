// Chooses the relations that the passes unfold and demand look at, by expected sizes.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// Relations expected to be smaller than this (recursive ones: without recursion)
/// are computed whole.
inline constexpr double min_demanded_rows = 256;
/// Relations that can have more tuples than this are not, however few are expected: estimates of
/// joins are least certain where there is room for much.
inline constexpr std::uint64_t max_whole_tuples = 4096;
/// Static relations expected to be smaller than this are tabulated.
inline constexpr double min_demanded_static_rows = 200'000;
/// The same of those that read a static relation which is larger: it would be tabulated for their
/// sake.
inline constexpr double min_handed_on_rows = 20'000;
/// Static relations expected to be larger than this could not be tabulated at all.
inline constexpr double min_hopeless_rows = 20'000'000;
/// Static relations that could be tabulated are, unless what asks for tuples gives so
/// many columns that it gets no more of them than this at a time.
inline constexpr double max_tuples_per_need = 16;

/// What is expected of each relation of the module.
struct DemandCandidates {
  std::vector<double> rows;   ///< expected tuples
  std::vector<double> steps;  ///< expected to compute it whole, without what it reads
  std::vector<bool> fixed;    ///< in the entry `static`
  /// Derived, and too large to be computed just so. Never a relation of needs, or one
  /// that has its needs already.
  std::vector<bool> large;
  std::vector<bool> hopeless;  ///< static, and too large to be tabulated
  std::vector<bool> initial;   ///< the initial state depends on it

  /// One more relation, a copy of this one.
  void copy(ir::RelationId of);
};

/// Requires domains and strata. Plans the module to see the sizes, and leaves it as it was.
[[nodiscard]] DemandCandidates find_demand_candidates(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
