#include "passes/clauses/specialise_rule.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// Puts the value in place of the variable, and closes the gap among the numbers.
void substitute(std::vector<Argument>& args, ir::VariableId variable, ir::Symbol value) {
  for (Argument& arg : args) {
    if (arg.kind != Argument::Kind::variable) continue;
    if (arg.id == variable) {
      arg = Argument::constant(value);
    } else if (arg.id > variable) {
      --arg.id;
    }
  }
}

enum class Truth : std::uint8_t { always, never, depends };

/// Drops the pairs of a comparison that are equal whatever the variables are.
Truth simplify(Literal& comparison) {
  const bool wants_difference = comparison.kind == Literal::Kind::different;
  std::vector<Argument> left;
  std::vector<Argument> right;
  for (std::size_t i = 0; i < comparison.args.size(); ++i) {
    const Argument& a = comparison.args[i];
    const Argument& b = comparison.right[i];
    if (a == b) continue;
    if (a.kind == Argument::Kind::constant && b.kind == Argument::Kind::constant) {
      return wants_difference ? Truth::always : Truth::never;
    }
    left.push_back(a);
    right.push_back(b);
  }
  if (left.empty()) return wants_difference ? Truth::never : Truth::always;
  comparison.args = std::move(left);
  comparison.right = std::move(right);
  return Truth::depends;
}

}  // namespace

std::optional<ir::Rule> specialise(const ir::Rule& rule, ir::VariableId variable,
                                   ir::Symbol value) {
  ir::Rule result = rule;
  result.variables.erase(result.variables.begin() + static_cast<std::ptrdiff_t>(variable));
  substitute(result.head_args, variable, value);
  result.body.clear();
  for (Literal literal : rule.body) {
    substitute(literal.args, variable, value);
    substitute(literal.right, variable, value);
    if (literal.relation == ir::no_id) {
      const Truth truth = simplify(literal);
      if (truth == Truth::never) return std::nullopt;
      if (truth == Truth::always) continue;
    }
    result.body.push_back(std::move(literal));
  }
  return result;
}

}  // namespace tesuji::passes
