#include "passes/calls/common_literals.h"

#include <algorithm>
#include <iterator>

namespace tesuji::passes {
namespace {

using ir::Argument;

/// The literal with columns of the rule's head for variables; `_` for what is no column.
ir::Literal over_columns(const ir::Rule& rule, const ir::Literal& literal) {
  ir::Literal result;
  result.relation = literal.relation;
  result.span = literal.span;
  for (const Argument& arg : literal.args) {
    const auto found = std::find(rule.head_args.begin(), rule.head_args.end(), arg);
    const bool column = arg.kind == Argument::Kind::variable && found != rule.head_args.end();
    result.args.push_back(
        column ? Argument::variable(static_cast<ir::VariableId>(found - rule.head_args.begin()))
               : Argument::ignored());
  }
  return result;
}

std::vector<ir::Literal> literals_of(const ir::Module& module, const ir::Rule& rule) {
  std::vector<ir::Literal> literals;
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::positive) continue;
    const ir::RelationKind kind = module.relations[literal.relation].kind;
    if (kind != ir::RelationKind::fixed && kind != ir::RelationKind::state) continue;
    literals.push_back(over_columns(rule, literal));
  }
  return literals;
}

bool same(const ir::Literal& a, const ir::Literal& b) {
  return a.relation == b.relation && a.args == b.args;
}

}  // namespace

std::vector<ir::Literal> common_literals(const ir::Module& module,
                                         const std::vector<std::uint32_t>& rules) {
  if (rules.empty()) return {};
  std::vector<ir::Literal> common = literals_of(module, module.rules[rules[0]]);
  for (std::size_t r = 1; r < rules.size() && !common.empty(); ++r) {
    const std::vector<ir::Literal> own = literals_of(module, module.rules[rules[r]]);
    std::erase_if(common, [&](const ir::Literal& literal) {
      return std::none_of(own.begin(), own.end(),
                          [&](const ir::Literal& other) { return same(literal, other); });
    });
  }
  return common;
}

}  // namespace tesuji::passes
