#include "passes/clauses/specialise_rule.h"

#include "passes/clauses/simplify_comparison.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// Replaces the variable by the value, and closes the gap in the numbering.
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
