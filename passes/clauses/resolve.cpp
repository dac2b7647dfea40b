#include "passes/clauses/resolve.h"

#include "passes/analysis/variables.h"
#include "passes/clauses/simplify_comparison.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

void shift(std::vector<Argument>& arguments, std::size_t by) {
  for (Argument& argument : arguments) {
    if (ir::is_variable(argument)) argument.id += static_cast<ir::VariableId>(by);
  }
}

/// Returns the definition with `count` added to the numbers of its variables.
ir::Rule renamed_apart(ir::Rule definition, std::size_t count) {
  shift(definition.head_args, count);
  for (Literal& literal : definition.body) {
    shift(literal.args, count);
    shift(literal.right, count);
  }
  return definition;
}

/// Renumbers the remaining variables without gaps, with different names.
class Renumbering {
 public:
  explicit Renumbering(const std::vector<std::string>& names) : names_(names) {
    numbers_.assign(names.size(), ir::no_id);
  }

  void apply(std::vector<Argument>& arguments) {
    for (Argument& argument : arguments) {
      if (!ir::is_variable(argument)) continue;
      ir::VariableId& number = numbers_[argument.id];
      if (number == ir::no_id) {
        number = static_cast<ir::VariableId>(variables_.size());
        variables_.push_back(unused(names_[argument.id]));
      }
      argument.id = number;
    }
  }
  std::vector<std::string> take() { return std::move(variables_); }

 private:
  [[nodiscard]] std::string unused(const std::string& name) const {
    std::string tried = name;
    for (int i = 2; std::find(variables_.begin(), variables_.end(), tried) != variables_.end();
         ++i) {
      tried = name + std::to_string(i);
    }
    return tried;
  }

  const std::vector<std::string>& names_;
  std::vector<ir::VariableId> numbers_;
  std::vector<std::string> variables_;
};

}  // namespace

std::optional<ir::Rule> resolve(const ir::Rule& rule, std::size_t literal,
                                const ir::Rule& definition) {
  std::vector<std::string> names = rule.variables;
  names.insert(names.end(), definition.variables.begin(), definition.variables.end());
  const ir::Rule other = renamed_apart(definition, rule.variables.size());
  Substitution substitution(names.size());
  const std::vector<Argument>& asked = rule.body[literal].args;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (asked[i].kind == Argument::Kind::ignore) continue;
    if (!substitution.unify(asked[i], other.head_args[i])) return std::nullopt;
  }
  const auto substitute = [&](std::vector<Argument>& arguments) {
    for (Argument& argument : arguments) argument = substitution.of(argument);
  };
  ir::Rule result = rule;
  result.body.erase(result.body.begin() + static_cast<std::ptrdiff_t>(literal));
  result.body.insert(result.body.begin() + static_cast<std::ptrdiff_t>(literal), other.body.begin(),
                     other.body.end());
  Renumbering renumbering(names);
  substitute(result.head_args);
  renumbering.apply(result.head_args);
  std::vector<Literal> body;
  for (Literal& kept : result.body) {
    substitute(kept.args);
    substitute(kept.right);
    if (kept.relation == ir::no_id) {
      const Truth truth = simplify(kept);
      if (truth == Truth::never) return std::nullopt;
      if (truth == Truth::always) continue;
    }
    renumbering.apply(kept.args);
    renumbering.apply(kept.right);
    body.push_back(std::move(kept));
  }
  result.body = std::move(body);
  result.variables = renumbering.take();
  return result;
}

}  // namespace tesuji::passes
