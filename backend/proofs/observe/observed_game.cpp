#include "backend/proofs/observe/observed_game.h"

#include "passes/analysis/dependencies.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::proofs {
namespace {

/// Returns, by relation, whether it is the `init` of another one.
std::vector<bool> initial_relations(const ir::Module& module) {
  std::vector<bool> result(module.relations.size());
  for (const ir::Relation& relation : module.relations) {
    if (relation.init != ir::no_id) result[relation.init] = true;
  }
  return result;
}

/// Returns, by relation, whether it is stratified only by constants (split-by-constant).
std::vector<bool> negate_themselves(const ir::Module& module,
                                    const passes::Dependencies& dependencies) {
  std::vector<bool> result(module.relations.size(), false);
  for (const ir::Rule& rule : module.rules) {
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::negative) continue;
      if (dependencies.component[literal.relation] == dependencies.component[rule.head]) {
        result[rule.head] = true;
      }
    }
  }
  return result;
}

/// Whether the game contract, which knows only roles, shows all tuples of a relation whose first
/// column is the role.
bool only_roles(const ir::Module& module, const ir::Relation& relation) {
  const std::vector<ir::Symbol>& values = module.domains[relation.columns.at(0)].values;
  return std::all_of(values.begin(), values.end(), [&](ir::Symbol value) {
    return std::find(module.roles.begin(), module.roles.end(), value) != module.roles.end();
  });
}

/// Returns the prefix of functors of shown relations; no goal of the rulesheet begins with it.
std::string observed_prefix(const ir::Module& lowered) {
  std::string prefix = "observed.";
  const auto taken = [&](const ir::Relation& other) {
    return other.answer == ir::Answer::goal && other.term.starts_with("(" + prefix);
  };
  while (std::any_of(lowered.relations.begin(), lowered.relations.end(), taken)) prefix += '\'';
  return prefix;
}

}  // namespace

std::vector<Sight> find_sights(const ir::Module& lowered) {
  const passes::Dependencies dependencies = passes::find_dependencies(lowered);
  const std::vector<bool> moving = passes::computed_from(
      lowered, dependencies, passes::relations_where(lowered, [](const ir::Relation& relation) {
        return relation.kind == ir::RelationKind::input;
      }));
  // Rules over answers are not folded into facts, even if the answers never change; rules
  // stratified only by constants are not folded before they are split.
  std::vector<bool> changing = negate_themselves(lowered, dependencies);
  for (ir::RelationId id = 0; id < changing.size(); ++id) {
    const ir::Relation& some = lowered.relations[id];
    if (some.kind == ir::RelationKind::state || some.answer != ir::Answer::none) {
      changing[id] = true;
    }
  }
  changing = passes::computed_from(lowered, dependencies, std::move(changing));
  const std::vector<bool> initial = initial_relations(lowered);
  std::vector<Sight> sights(lowered.relations.size(), Sight::never);
  for (ir::RelationId id = 0; id < sights.size(); ++id) {
    const ir::Relation& relation = lowered.relations[id];
    using ir::Answer;
    const Answer answer = relation.answer;
    if (relation.kind == ir::RelationKind::state) {
      sights[id] = Sight::fluents;
    } else if (moving[id] || initial[id] || relation.kind == ir::RelationKind::memory ||
               answer == Answer::next || answer == Answer::sees) {
      continue;
    } else if (answer == Answer::legal) {
      sights[id] = only_roles(lowered, relation) ? Sight::legal : Sight::observed;
    } else if (answer == Answer::terminal) {
      sights[id] = Sight::terminal;
    } else if (answer == Answer::goal) {
      sights[id] = only_roles(lowered, relation) ? Sight::goal : Sight::observed;
    } else {
      sights[id] = changing[id] ? Sight::observed : Sight::fixed;
    }
  }
  return sights;
}

std::string observed_functor(const ir::Module& lowered, ir::RelationId relation) {
  return observed_prefix(lowered) + std::to_string(relation);
}

bool is_observed_goal(const ir::Module& lowered, std::string_view goal) {
  return goal.starts_with("(" + observed_prefix(lowered));
}

bool has_percepts(const ir::Module& lowered) {
  return lowered.find_answer(ir::Answer::sees) != ir::no_id;
}

ir::Module with_observed(const ir::Module& lowered, std::span<const std::uint32_t> relations) {
  ir::Module module = lowered;
  module.strata.clear();
  module.entries.clear();
  if (module.roles.empty()) return module;
  const std::vector<Sight> sights = find_sights(lowered);
  const ir::DomainId role = module.intern_domain({module.roles[0]});
  for (const std::uint32_t id : relations) {
    if (sights[id] != Sight::observed) continue;
    const std::string functor = observed_functor(lowered, id);
    const bool again =
        std::any_of(module.relations.begin(), module.relations.end(), [&](const auto& other) {
          return other.origin == ir::Origin::observed && other.origin_of == id;
        });
    if (again) continue;  // requested twice
    ir::Relation goal;
    goal.answer = ir::Answer::goal;
    goal.columns = {role};
    goal.term = "(" + functor;
    ir::Rule rule;
    rule.head_args = {ir::Argument::constant(module.roles[0])};
    ir::Literal literal;
    literal.relation = id;
    for (std::uint32_t v = 0; v < lowered.relations[id].columns.size(); ++v) {
      goal.columns.push_back(lowered.relations[id].columns[v]);
      goal.term += " ?";
      rule.head_args.push_back(ir::Argument::variable(v));
      literal.args.push_back(ir::Argument::variable(v));
      rule.variables.push_back(fmt::format("V{}", v));
    }
    goal.term += ")";
    goal.span = rule.span = literal.span = lowered.relations[id].span;
    rule.body = {std::move(literal)};
    rule.head = module.add_helper(ir::Origin::observed, id, std::move(goal));
    rule.name = module.relations[rule.head].name + "#1";
    module.rules.push_back(std::move(rule));
  }
  return module;
}

std::optional<std::vector<ir::Facts>> fixed_facts(const ir::Module& lowered,
                                                  std::span<const std::uint32_t> relations,
                                                  passes::PassContext& context) {
  const std::vector<Sight> sights = find_sights(lowered);
  std::vector<bool> derived(lowered.relations.size(), false);
  for (const std::uint32_t id : relations) {
    derived[id] =
        sights[id] == Sight::fixed && lowered.relations[id].kind == ir::RelationKind::derived;
  }
  ir::Module module = lowered;
  if (std::find(derived.begin(), derived.end(), true) != derived.end()) {
    const std::vector<bool> needed =
        passes::needed_for(lowered, passes::find_dependencies(lowered), std::move(derived));
    std::erase_if(module.rules, [&](const ir::Rule& rule) { return !needed[rule.head]; });
    constexpr std::array<std::string_view, 2> folding = {"stratify", "fold-static"};
    if (!passes::run_pipeline(module, folding, {}, context)) return std::nullopt;
  }
  std::vector<ir::Facts> facts;
  for (const std::uint32_t id : relations) {
    // A derived relation without rules is empty, and stays derived.
    facts.push_back(sights[id] == Sight::fixed ? module.relations[id].facts : ir::Facts());
  }
  return facts;
}

}  // namespace tesuji::proofs
