#include "learner/explanation/rule_condition.h"

#include <algorithm>
#include <utility>

namespace tesuji::learner {

RuleCondition present(ir::Symbol relation, std::vector<ir::Argument> args) {
  RuleCondition condition;
  condition.relation = relation;
  condition.args = std::move(args);
  return condition;
}

RuleCondition absent(Conjunction body) {
  RuleCondition condition;
  condition.kind = RuleCondition::Kind::absent;
  condition.body = std::move(body);
  return condition;
}

RuleCondition compare(ir::Comparison comparison, ir::Argument left, ir::Argument right) {
  RuleCondition condition;
  condition.kind = RuleCondition::Kind::compare;
  condition.comparison = comparison;
  condition.args = {left, right};
  return condition;
}

std::optional<RuleCondition> opposite(const RuleCondition& comparison) {
  RuleCondition other = comparison;
  if (comparison.comparison == ir::Comparison::different) {
    other.comparison = ir::Comparison::same;
  } else if (comparison.comparison == ir::Comparison::same) {
    other.comparison = ir::Comparison::different;
  } else {
    return std::nullopt;
  }
  return other;
}

std::vector<ir::VariableId> variables_in(const RuleCondition& condition) {
  std::vector<ir::VariableId> found;
  for_each_argument(condition, [&](const ir::Argument& argument) {
    if (ir::is_variable(argument)) found.push_back(argument.id);
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<ir::VariableId> variables_in(const Conjunction& conditions) {
  std::vector<ir::VariableId> found;
  for (const RuleCondition& condition : conditions) {
    const auto some = variables_in(condition);
    found.insert(found.end(), some.begin(), some.end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void replace_variable(Conjunction& conditions, ir::VariableId variable, ir::Argument value) {
  for (RuleCondition& condition : conditions) {
    for_each_argument(condition, [&](ir::Argument& argument) {
      if (argument == ir::Argument::variable(variable)) argument = value;
    });
  }
}

int known_truth(const RuleCondition& comparison) {
  const ir::Argument& left = comparison.args[0];
  const ir::Argument& right = comparison.args[1];
  const bool equal = left == right;
  if (!equal && (ir::is_variable(left) || ir::is_variable(right))) return -1;
  switch (comparison.comparison) {
    case ir::Comparison::same:
      return equal ? 1 : 0;
    case ir::Comparison::different:
      return equal ? 0 : 1;
    default:
      return -1;
  }
}

}  // namespace tesuji::learner
