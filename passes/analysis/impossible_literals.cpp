#include "passes/analysis/impossible_literals.h"

#include <algorithm>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// Whether domains show that a relation with columns never holds.
bool never_holds(const ir::Module& module, const ir::Relation& relation) {
  return std::any_of(relation.columns.begin(), relation.columns.end(), [&](ir::DomainId column) {
    return column == ir::no_id || module.domains[column].values.empty();
  });
}

/// Returns the first occurrence of a variable whose constants are disjoint from those of earlier
/// ones.
std::optional<ImpossibleLiteral> disjoint_variable(const ir::Module& module, const ir::Rule& rule) {
  std::vector<std::optional<std::vector<ir::Symbol>>> left(rule.variables.size());
  for (std::size_t l = 0; l < rule.body.size(); ++l) {
    const Literal& literal = rule.body[l];
    if (literal.kind != Literal::Kind::positive) continue;
    const ir::Relation& relation = module.relations[literal.relation];
    if (never_holds(module, relation)) continue;
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      if (literal.args[c].kind != Argument::Kind::variable) continue;
      const ir::Domain& domain = module.domains[relation.columns[c]];
      auto& values = left[literal.args[c].id];
      if (!values) {
        values = domain.values;
        continue;
      }
      std::erase_if(*values, [&](ir::Symbol value) { return domain.position(value) < 0; });
      if (values->empty()) return ImpossibleLiteral{l, c, std::nullopt};
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<ImpossibleLiteral> impossible_literals(const ir::Module& module, const ir::Rule& rule) {
  std::vector<ImpossibleLiteral> result;
  bool dead = false;
  for (std::size_t l = 0; l < rule.body.size(); ++l) {
    const Literal& literal = rule.body[l];
    const bool positive = literal.kind == Literal::Kind::positive;
    if (!positive && literal.kind != Literal::Kind::negative) continue;
    const ir::Relation& relation = module.relations[literal.relation];
    if (never_holds(module, relation)) continue;
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      const Argument& arg = literal.args[c];
      if (arg.kind != Argument::Kind::constant ||
          module.domains[relation.columns[c]].position(arg.id) >= 0) {
        continue;
      }
      result.push_back({l, c, arg.id});
      dead = dead || positive;
    }
  }
  if (dead) return result;
  if (const auto variable = disjoint_variable(module, rule)) result.push_back(*variable);
  return result;
}

}  // namespace tesuji::passes
