#include "passes/analysis/made_by_moves.h"

#include <algorithm>

namespace tesuji::passes {
namespace {

using ir::Argument;

/// Whether the literal binds all variables of the rule's head.
bool binds_head(const ir::Literal& literal, const ir::Rule& rule) {
  return std::all_of(rule.head_args.begin(), rule.head_args.end(), [&](const Argument& arg) {
    return arg.kind == Argument::Kind::constant ||
           std::find(literal.args.begin(), literal.args.end(), arg) != literal.args.end();
  });
}

/// Returns the maximum number of tuples that the rule derives from a joint move.
std::optional<double> most_of_rule(const ir::Module& module, const ir::Rule& rule) {
  std::optional<double> most;
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::positive ||
        module.relations[literal.relation].kind != ir::RelationKind::input ||
        !binds_head(literal, rule)) {
      continue;
    }
    const bool of_one_role = literal.args[0].kind == Argument::Kind::constant;
    const double moves = of_one_role ? 1 : static_cast<double>(module.roles.size());
    most = std::min(most.value_or(moves), moves);
  }
  return most;
}

}  // namespace

std::optional<double> most_made_by_moves(const ir::Module& module, const ir::Relation& fluent) {
  std::optional<double> sum;
  if (fluent.next == ir::no_id) return sum;
  for (const ir::Rule& rule : module.rules) {
    if (rule.head != fluent.next) continue;
    const std::optional<double> most = most_of_rule(module, rule);
    if (!most) return std::nullopt;
    sum = sum.value_or(0) + *most;
  }
  return sum;
}

}  // namespace tesuji::passes
