#include "passes/clauses/stratify.h"

#include "ir/module/relation.h"
#include "ir/text/origins.h"
#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

/// A literal of a rule, as one step of a path between relations.
struct Step {
  const ir::Rule* rule = nullptr;
  const ir::Literal* literal = nullptr;
};

/// Returns the shortest path from a relation to one of the same component, by rule bodies.
std::vector<Step> find_path(const ir::Module& module, const Dependencies& dependencies,
                            ir::RelationId from, ir::RelationId to) {
  std::map<ir::RelationId, Step> arrived_by;
  std::deque<ir::RelationId> queue{from};
  while (!queue.empty() && !arrived_by.contains(to)) {
    const ir::RelationId here = queue.front();
    queue.pop_front();
    for (const std::uint32_t r : dependencies.rules[here]) {
      for (const ir::Literal& literal : module.rules[r].body) {
        if (literal.relation == ir::no_id ||
            dependencies.component[literal.relation] != dependencies.component[to]) {
          continue;
        }
        if (arrived_by.try_emplace(literal.relation, Step{&module.rules[r], &literal}).second) {
          queue.push_back(literal.relation);
        }
      }
    }
  }
  std::vector<Step> path;
  for (ir::RelationId at = to; path.empty() || at != from; at = path.back().rule->head) {
    path.push_back(arrived_by.at(at));
  }
  std::reverse(path.begin(), path.end());
  return path;
}

/// Reports that the negation closes a cycle, with the path back to the rule's own relation.
/// `reports`: number of reports including this one. Two relations may have the same name here, if
/// they are parts of one in the source.
void report_cycle(const ir::Module& module, const Dependencies& dependencies, const ir::Rule& rule,
                  const ir::Literal& negation, std::size_t reports, ir::Diagnostics& diagnostics) {
  const auto name = [&](ir::RelationId id) {
    return "`" + ir::written_name(module.relations[id]) + "`";
  };
  const std::string negated = name(negation.relation);
  const bool same_name = negated == name(rule.head);
  ir::Diagnostic& error = diagnostics.error(
      negation.span, "unstratified",
      same_name
          ? negated + " is negated in a rule that defines it: it may not depend on its own negation"
          : negated + " is negated here, but it depends on " + name(rule.head) +
                ", which this rule defines: a relation may not depend on its own negation");
  if (same_name) error.notes.push_back({rule.span, "this is the rule"});
  if (negation.relation == rule.head) return;
  ir::Origins origins(*module.sources);
  // A path may be as long as the cycle, so it is computed only if it is shown.
  if (reports > ir::Diagnostics::max_of_a_kind) return;
  for (const Step& step : find_path(module, dependencies, negation.relation, rule.head)) {
    // A step from a relation to a part of it: the source has no such literal.
    if (origins.of(step.literal->span) == origins.of(step.rule->span)) continue;
    const char* how =
        step.literal->kind == ir::Literal::Kind::negative ? " depends on not " : " depends on ";
    error.notes.push_back(
        {step.literal->span, name(step.rule->head) + how + name(step.literal->relation) + " here"});
  }
  ir::abridge_steps(error);
}

/// Reports each pair of relations once whose negation is on a cycle; by their names in the source,
/// since parts of a relation mostly have the same fault.
bool check_negation(const ir::Module& module, const Dependencies& dependencies,
                    ir::Diagnostics& diagnostics) {
  std::set<std::pair<std::string, std::string>> reported;
  for (const ir::Rule& rule : module.rules) {
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind == ir::Literal::Kind::negative &&
          dependencies.component[literal.relation] == dependencies.component[rule.head] &&
          reported
              .emplace(ir::written_name(module.relations[rule.head]),
                       ir::written_name(module.relations[literal.relation]))
              .second) {
        report_cycle(module, dependencies, rule, literal, reported.size(), diagnostics);
      }
    }
  }
  return reported.empty();
}

/// Marks relations that depend on neither state nor moves.
std::vector<bool> find_static(const ir::Module& module, const Dependencies& dependencies) {
  std::vector<bool> changes = computed_from(
      module, dependencies, relations_where(module, [](const ir::Relation& relation) {
        return relation.kind != ir::RelationKind::fixed &&
               (relation.kind != ir::RelationKind::derived || relation.answer != ir::Answer::none);
      }));
  changes.flip();
  return changes;
}

}  // namespace

bool stratify(ir::Module& module, PassContext& context) {
  const Dependencies dependencies = find_dependencies(module);
  if (!check_negation(module, dependencies, context.diagnostics)) return false;
  module.strata.clear();
  module.entries.clear();
  module.plans.clear();
  module.level = ir::Level::clauses;

  const std::size_t components = dependencies.members.size();
  std::vector<std::uint32_t> stratum_of(components, ir::no_id);
  for (std::size_t c = 0; c < components; ++c) {
    const auto& members = dependencies.members[c];
    if (module.relations[members[0]].kind != ir::RelationKind::derived) continue;
    stratum_of[c] = static_cast<std::uint32_t>(module.strata.size());
    module.strata.push_back({dependencies.recursive[c], members, {}});
  }

  const std::vector<bool> fixed = find_static(module, dependencies);
  for (const std::string_view name : ir::entry_names) {
    const std::vector<bool> needed =
        name == "static" ? needed_for(module, dependencies, fixed)
                         : needed_for(module, dependencies,
                                      relations_where(module, [&](const ir::Relation& relation) {
                                        return ir::name_of(relation.answer) == name;
                                      }));
    ir::Entry entry{std::string(name), {}};
    for (std::size_t c = 0; c < components; ++c) {
      const ir::RelationId first = dependencies.members[c][0];
      const bool is_fixed = fixed[first];
      if (needed[first] && stratum_of[c] != ir::no_id && is_fixed == (name == "static")) {
        entry.strata.push_back(stratum_of[c]);
      }
    }
    if (!entry.strata.empty()) module.entries.push_back(std::move(entry));
  }
  return true;
}

}  // namespace tesuji::passes
