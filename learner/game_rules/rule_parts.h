// Makes predicates of single atoms of a target, and drops definitions that nothing needs.
#pragma once

#include "learner/game_rules/rule_cover.h"

#include <optional>

namespace tesuji::learner {

/// The clause for one atom alone, as a clause of a predicate without arguments; nothing where its
/// head does not fit.
[[nodiscard]] std::optional<PlayClause> instance_of(const PlayClause& clause, const PlayAtom& atom,
                                                    PlayPredicate predicate);

/// Keeps the definitions that the target needs.
void drop_unused(RuleDefinitions& definitions, PlayPredicate target);

}  // namespace tesuji::learner
