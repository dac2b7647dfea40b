// Plans the searches for clauses, from small to large: their limits, heads and languages.
#pragma once

#include "learner/game_rules/rule_cover.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::learner {

/// With at most this many atoms, each may be a case of its own.
inline constexpr std::size_t most_parts = 40;

struct SearchStart {
  RuleSeed seed;
  BeamHeads heads = BeamHeads::all;
  std::optional<PlayPredicate> language;  ///< LiteralLanguage::only
  bool few_constants = false;
};

/// Returns the searches of a level, in their order. With few atoms, each gets searches of its own;
/// these, and large searches, are also made in small languages, unless the search is `plain`.
[[nodiscard]] std::vector<SearchStart> search_starts(const RuleProblem& problem,
                                                     const std::vector<RuleSeed>& seeds,
                                                     std::uint32_t level, bool plain);

/// Returns the limits of one search. `many_atoms`: more than most_parts.
[[nodiscard]] BeamLimits limits_of(std::uint32_t level, const SearchStart& start, bool many_atoms,
                                   const CoverOptions& options);

}  // namespace tesuji::learner
