#include "passes/clauses/resolve.h"

#include "passes/analysis/variables.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {

// --- Comparisons

using ir::Argument;
using ir::Literal;

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

// --- Specialisation

namespace {

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

// --- Resolution

namespace {

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
