#include "passes/analysis/certain_rows.h"

#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <cstdint>
#include <set>

namespace tesuji::passes {
namespace {

using ir::Argument;

/// Returns an upper bound on the share of the rule's bindings with the most frequent value of the
/// variable. It is known if the variable is the only argument of a literal: then each row has a
/// different value.
double share_of_one_value(const ir::Rule& rule, ir::VariableId variable,
                          const std::vector<double>& rows) {
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::positive || literal.args.size() != 1) continue;
    if (literal.args[0] == Argument::variable(variable)) return 1 / rows[literal.relation];
  }
  return 1;
}

/// Returns an upper bound on the share of bindings that comparisons exclude: tuples are equal at
/// most as often as one of their pairs is, and a pair at most as often as one of its sides has its
/// most frequent value.
double left_out(const ir::Rule& rule, const std::vector<double>& rows) {
  double share = 0;
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::different) continue;
    double least = 1;
    for (const auto* side : {&literal.args, &literal.right}) {
      for (const Argument& arg : *side) {
        if (is_variable(arg)) least = std::min(least, share_of_one_value(rule, arg.id, rows));
      }
    }
    share += least;
  }
  return share;
}

}  // namespace

CertainRows::CertainRows(const ir::Module& module)
    : module_(module), facts_(module.relations.size(), 0), initial_(module.relations.size(), 0) {
  for (ir::RelationId id = 0; id < facts_.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    if (relation.kind == ir::RelationKind::fixed) {
      facts_[id] = static_cast<double>(relation.facts.rows);
    }
    initial_[id] = facts_[id];
    if (relation.kind == ir::RelationKind::state && relation.init != ir::no_id) {
      initial_[id] = static_cast<double>(module.relations[relation.init].facts.rows);
    }
  }
  // Components are numbered bottom-up; recursive relations count with their initial rows.
  const Dependencies dependencies = find_dependencies(module);
  for (const auto& members : dependencies.members) {
    for (const ir::RelationId id : members) {
      if (module.relations[id].kind != ir::RelationKind::derived) continue;
      for (const std::uint32_t rule : dependencies.rules[id]) {
        initial_[id] = std::max(initial_[id], product(module.rules[rule], initial_));
      }
    }
  }
}

double CertainRows::of_facts(const ir::Rule& rule) const {
  return product(rule, facts_);
}

double CertainRows::in_initial_state(const ir::Rule& rule) const {
  return product(rule, initial_);
}

double CertainRows::product(const ir::Rule& rule, const std::vector<double>& rows) const {
  std::set<ir::VariableId> head;
  for (const Argument& arg : rule.head_args) {
    if (is_variable(arg)) head.insert(arg.id);
  }
  std::set<ir::VariableId> seen;
  double product = 1;
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind == ir::Literal::Kind::different) continue;
    if (literal.kind != ir::Literal::Kind::positive) return 0;
    for (const Argument& arg : literal.args) {
      if (!is_variable(arg) || !head.contains(arg.id) || !seen.insert(arg.id).second) return 0;
    }
    product *= rows[literal.relation];
  }
  return product == 0 ? 0 : product * std::max(0.0, 1 - left_out(rule, rows));
}

}  // namespace tesuji::passes
