#include "backend/driver/rulesheet/rule_use.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace tesuji::driver {
namespace {

using Place = std::tuple<ir::FileId, std::uint32_t, std::uint32_t>;

Place place_of(const ir::Span& span) {
  return {span.file, span.begin.line, span.begin.column};
}

/// The plans that came from one rule of the source.
struct Use {
  bool of_head = false;  ///< some derive the rule's own relation
  bool head_fired = false;
  bool part_fired = false;  ///< one for a part of the body, split off by a pass
};

}  // namespace

RulesAsWritten rules_as_written(const ir::Module& module) {
  RulesAsWritten written;
  std::set<Place> seen;
  std::set<std::pair<std::string, std::string>> named;
  const auto add_goal = [&](std::string role, std::string value) {
    if (named.emplace(role, value).second)
      written.goals.push_back({std::move(role), std::move(value)});
  };
  const ir::RelationId goal = module.find_goal_values();
  for (const ir::Rule& rule : module.rules) {
    if (rule.head == goal && rule.head_args.size() == 2 &&
        rule.head_args[1].kind == ir::Argument::Kind::constant) {
      const ir::Argument& role = rule.head_args[0];
      const bool one = role.kind == ir::Argument::Kind::constant;
      add_goal(one ? module.symbols->text(role.id) : "",
               module.symbols->text(rule.head_args[1].id));
    }
    if (!rule.body.empty() && rule.span.known() && seen.insert(place_of(rule.span)).second) {
      const ir::Relation& head = module.relations[rule.head];
      written.rules.push_back({rule.span, ir::written_name(head), head.answer});
    }
  }
  if (goal != ir::no_id) {
    const ir::Facts& facts = module.relations[goal].facts;
    for (std::size_t i = 0; i + 1 < facts.cells.size(); i += 2) {
      add_goal(module.symbols->text(facts.cells[i]), module.symbols->text(facts.cells[i + 1]));
    }
  }
  std::sort(written.rules.begin(), written.rules.end(),
            [](const auto& a, const auto& b) { return place_of(a.span) < place_of(b.span); });
  return written;
}

std::vector<RulesAsWritten::Goal> unseen_goals(const RulesAsWritten& written,
                                               std::span<const std::string> roles,
                                               const std::vector<std::set<std::string>>& seen) {
  std::vector<RulesAsWritten::Goal> unseen;
  for (const RulesAsWritten::Goal& goal : written.goals) {
    for (std::size_t role = 0; role < roles.size(); ++role) {
      // Chance needs no goals: what clauses for any role give is not meant for it.
      if (goal.role.empty() && roles[role] == runtime::chance_role) continue;
      if (!seen[role].contains(goal.value) && (goal.role.empty() || goal.role == roles[role])) {
        unseen.push_back({roles[role], goal.value});
      }
    }
  }
  return unseen;
}

std::vector<RulesAsWritten::Rule> idle_rules(const RulesAsWritten& written,
                                             const LoadedGame& game) {
  std::map<Place, const RulesAsWritten::Rule*> by_place;
  for (const RulesAsWritten::Rule& rule : written.rules) by_place[place_of(rule.span)] = &rule;
  std::map<const RulesAsWritten::Rule*, Use> uses;
  const std::vector<std::vector<std::uint64_t>> trials = game.trials();
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const ir::Plan& plan = game.module->plans[i];
    const auto rule = by_place.find(place_of(plan.span));
    if (rule == by_place.end() || plan.ops.empty() || trials[i].empty()) continue;
    Use& use = uses[rule->second];
    const ir::Relation& head = game.module->relations[plan.ops.back().relation];
    const bool of_head = ir::written_name(head) == rule->second->relation;
    // The last operation inserts what the others have found.
    const bool fired = trials[i].back() > 0;
    use.of_head = use.of_head || of_head;
    use.head_fired = use.head_fired || (of_head && fired);
    use.part_fired = use.part_fired || (!of_head && fired);
  }
  std::vector<RulesAsWritten::Rule> idle;
  for (const RulesAsWritten::Rule& rule : written.rules) {
    const auto use = uses.find(&rule);
    if (use == uses.end()) continue;
    const bool fired = use->second.of_head ? use->second.head_fired : use->second.part_fired;
    if (!fired) idle.push_back(rule);
  }
  return idle;
}

}  // namespace tesuji::driver
