// Records which rules of a rulesheet fired during play.
#pragma once

#include "backend/driver/load.h"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Facts about a rulesheet's rules before passes change them.
struct RulesAsWritten {
  struct Rule {
    ir::Span span;
    std::string relation;                  ///< that it defines, by its name in the source
    ir::Answer answer = ir::Answer::none;  ///< the relation's role in the game
  };
  struct Goal {
    std::string role;  ///< empty: a variable
    std::string value;
    std::set<std::string> roles{};  ///< possible values of that variable, by its domains
  };
  std::vector<Rule> rules;  ///< rules with a body, each place once, in source order
  std::vector<Goal> goals;  ///< values that clauses name as a constant
};

/// `module` is at level clauses, without domains.
[[nodiscard]] RulesAsWritten rules_as_written(const ir::Module& module);

/// Returns the goals that clauses name and that no playout had: `seen` has the goals of each role.
/// For chance (runtime::chance_role), only goals of clauses that name it.
[[nodiscard]] std::vector<RulesAsWritten::Goal> unseen_goals(
    const RulesAsWritten& written, std::span<const std::string> roles,
    const std::vector<std::set<std::string>>& seen);

/// Returns the rules that play evaluated but that never derived anything: not those that passes
/// evaluated, as rules about neither states nor moves, nor dropped ones, which `check` reports. The
/// game must have been loaded with Options::count_trials from the rulesheet of `written`, and must
/// not be in use.
[[nodiscard]] std::vector<RulesAsWritten::Rule> idle_rules(const RulesAsWritten& written,
                                                           const LoadedGame& game);

}  // namespace tesuji::driver
