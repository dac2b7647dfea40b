// Records which rules of a rulesheet fired during play.
#pragma once

#include "backend/driver/load.h"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace tesuji::driver {

/// What is known of a rulesheet's rules before passes work on them.
struct RulesAsWritten {
  struct Rule {
    ir::Span span;
    std::string relation;                  ///< that it defines, as the source calls it
    ir::Answer answer = ir::Answer::none;  ///< what that relation is to the game
  };
  struct Goal {
    std::string role;  ///< empty: a variable stands for it
    std::string value;
    std::set<std::string> roles{};  ///< that the variable can stand for, as far as domains say
  };
  std::vector<Rule> rules;  ///< with a body, each place once, in the order of the source
  std::vector<Goal> goals;  ///< values that clauses name as a constant
};

/// `module` is at level clauses, without domains.
[[nodiscard]] RulesAsWritten rules_as_written(const ir::Module& module);

/// The goals that clauses name and that no playout had: `seen` has those of each role. Of chance
/// (runtime::chance_role) those alone that clauses name it with.
[[nodiscard]] std::vector<RulesAsWritten::Goal> unseen_goals(
    const RulesAsWritten& written, std::span<const std::string> roles,
    const std::vector<std::set<std::string>>& seen);

/// Those that play evaluated and that never derived anything. Not those that passes evaluated, as
/// rules about neither states nor moves, or dropped, of which `check` tells. The game was loaded
/// with Options::count_trials from the rulesheet that `written` is of; it is not being played.
[[nodiscard]] std::vector<RulesAsWritten::Rule> idle_rules(const RulesAsWritten& written,
                                                           const LoadedGame& game);

}  // namespace tesuji::driver
