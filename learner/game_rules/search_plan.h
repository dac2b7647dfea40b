// Plans the searches for clauses: with which limits, heads and languages, from small to large.
#pragma once

#include "learner/game_rules/rule_cover.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::learner {

/// Of a problem with at most so many atoms each one may be a case of its own.
inline constexpr std::size_t most_parts = 40;

struct SearchStart {
  RuleSeed seed;
  BeamHeads heads = BeamHeads::all;
  std::optional<PlayPredicate> language;  ///< LiteralLanguage::only
  bool few_constants = false;
};

/// The searches of a level, in their order. Of few atoms each one gets searches of its own; these,
/// and large searches, are also made in small languages, unless the search is `plain`.
[[nodiscard]] std::vector<SearchStart> search_starts(const RuleProblem& problem,
                                                     const std::vector<RuleSeed>& seeds,
                                                     std::uint32_t level, bool plain);

/// The limits of one search. `many_atoms`: more than most_parts.
[[nodiscard]] BeamLimits limits_of(std::uint32_t level, const SearchStart& start, bool many_atoms,
                                   const CoverOptions& options);

}  // namespace tesuji::learner
