// Writes learned rules as a complete rulesheet in prefix form.
#pragma once

#include "learner/game_rules/rule_cover.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace tesuji::learner {

struct RulesheetParts {
  std::vector<PlayAtom> statics;  ///< including `role`
  std::vector<PlayAtom> initial;  ///< fluents of the initial state: true_..; may be empty
  RuleDefinitions definitions;
  /// Predicates of states, moves and targets, whose names are flattened, with the values of their
  /// last arguments.
  std::map<PlayPredicate, std::set<Constant>> flattened;
  /// The values of each argument of predicates of states and moves.
  std::map<PlayPredicate, std::vector<std::set<Constant>>> columns;
};

/// GDL requires positive literals to bind all variables. A head's variable that no positive literal
/// binds, or that columns with other values bind, is restricted to the values of the target's
/// atoms; a negated literal with `_` becomes one of a relation without that column. Targets without
/// rules get a rule that never fires. Adds the new names to `vocabulary`.
[[nodiscard]] std::string rulesheet_text(const RulesheetParts& parts, PlayVocabulary& vocabulary);

}  // namespace tesuji::learner
