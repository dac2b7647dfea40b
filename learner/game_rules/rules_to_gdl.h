// Writes learned rules as a rulesheet in the prefix form: the whole game.
#pragma once

#include "learner/game_rules/rule_cover.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace tesuji::learner {

struct RulesheetParts {
  std::vector<PlayAtom> statics;  ///< `role` among them
  std::vector<PlayAtom> initial;  ///< fluents of the initial state: true_..; may be empty
  RuleDefinitions definitions;
  /// Predicates of states, moves and targets, whose names are flattened, with the values that their
  /// last arguments have.
  std::map<PlayPredicate, std::set<Constant>> flattened;
  /// The values of each argument of predicates of states and moves.
  std::map<PlayPredicate, std::vector<std::set<Constant>>> columns;
};

/// GDL wants variables bound by positive literals: a head's variable that none binds gets the
/// values of the target's atoms, as does one
/// that other columns bind, which have other values; and a negated literal with `_` becomes one of
/// a relation without that column. Targets without rules get one that never fires. `vocabulary`
/// gets the names of what is added.
[[nodiscard]] std::string rulesheet_text(const RulesheetParts& parts, PlayVocabulary& vocabulary);

}  // namespace tesuji::learner
