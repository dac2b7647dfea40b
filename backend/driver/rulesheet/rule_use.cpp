#include "backend/driver/rulesheet/rule_use.h"

#include "passes/clauses/infer_domains.h"

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

/// The plans of one rule of the source.
struct Use {
  bool of_head = false;  ///< some plan derives the rule's own relation
  bool head_fired = false;
  bool part_fired = false;  ///< a plan fired for a part of the body that a pass split off
};

ir::Module with_domains(ir::Module module) {
  ir::Diagnostics quiet(*module.sources);
  passes::PassContext context{quiet, {}};
  passes::infer_domains(module, context);
  return module;
}

/// Returns the roles allowed by all columns in which the variable occurs in positive literals; all
/// roles if it occurs in none, which is a separate fault.
std::set<std::string> roles_of(ir::VariableId variable, const ir::Rule& rule,
                               const ir::Module& inferred) {
  std::set<std::string> values;
  bool first = true;
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::positive) continue;
    const std::vector<ir::DomainId>& columns = inferred.relations[literal.relation].columns;
    for (std::size_t i = 0; i < literal.args.size(); ++i) {
      const ir::Argument& arg = literal.args[i];
      if (arg.kind != ir::Argument::Kind::variable || arg.id != variable) continue;
      std::set<std::string> here;
      for (const ir::Symbol value : inferred.domains[columns[i]].values) {
        const std::string& text = inferred.symbols->text(value);
        if (first || values.contains(text)) here.insert(text);
      }
      values = std::move(here);
      first = false;
    }
  }
  if (values.empty()) {
    for (const ir::Symbol role : inferred.roles) values.insert(inferred.symbols->text(role));
  }
  return values;
}

}  // namespace

RulesAsWritten rules_as_written(const ir::Module& module) {
  RulesAsWritten written;
  std::set<Place> seen;
  std::map<std::pair<std::string, std::string>, std::size_t> named;
  const auto add_goal = [&](std::string role, std::string value, std::set<std::string> roles) {
    const auto [at, is_new] = named.try_emplace({role, value}, written.goals.size());
    if (is_new) written.goals.push_back({std::move(role), std::move(value)});
    written.goals[at->second].roles.merge(roles);
  };
  const ir::Module inferred = with_domains(module);
  const ir::RelationId goal = module.find_goal_values();
  for (const ir::Rule& rule : module.rules) {
    if (rule.head == goal && rule.head_args.size() == 2 &&
        rule.head_args[1].kind == ir::Argument::Kind::constant) {
      const ir::Argument& role = rule.head_args[0];
      const bool one = role.kind == ir::Argument::Kind::constant;
      add_goal(one ? module.symbols->text(role.id) : "", module.symbols->text(rule.head_args[1].id),
               one ? std::set<std::string>{} : roles_of(role.id, rule, inferred));
    }
    if (!rule.body.empty() && rule.span.known() && seen.insert(place_of(rule.span)).second) {
      const ir::Relation& head = module.relations[rule.head];
      written.rules.push_back({rule.span, ir::written_name(head), head.answer});
    }
  }
  if (goal != ir::no_id) {
    const ir::Facts& facts = module.relations[goal].facts;
    for (std::size_t i = 0; i + 1 < facts.cells.size(); i += 2) {
      add_goal(module.symbols->text(facts.cells[i]), module.symbols->text(facts.cells[i + 1]), {});
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
      const bool named = goal.role == roles[role];
      // Chance needs no goals, so clauses for any role do not mean it.
      if (!named && roles[role] == runtime::chance_role) continue;
      if (!seen[role].contains(goal.value) && (named || goal.roles.contains(roles[role]))) {
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
    // The last operation inserts the tuples found by the others.
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
