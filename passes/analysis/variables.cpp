#include "passes/analysis/variables.h"

namespace tesuji::passes {

// --- Sets of variables

void add_variables(const std::vector<ir::Argument>& args, std::set<ir::VariableId>& into) {
  for (const ir::Argument& arg : args) {
    if (ir::is_variable(arg)) into.insert(arg.id);
  }
}

void add_variables(const ir::Literal& literal, std::set<ir::VariableId>& into) {
  add_variables(literal.args, into);
  add_variables(literal.right, into);
}

// --- Domains

ir::DomainId narrowest_domain(const ir::Module& module, ir::VariableId variable,
                              const std::vector<ir::Literal>& body) {
  ir::DomainId smallest = ir::no_id;
  for (const ir::Literal& literal : body) {
    if (literal.kind != ir::Literal::Kind::positive) continue;
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      if (literal.args[c] != ir::Argument::variable(variable)) continue;
      const ir::DomainId domain = module.relations[literal.relation].columns[c];
      if (smallest == ir::no_id ||
          module.domains[domain].values.size() < module.domains[smallest].values.size()) {
        smallest = domain;
      }
    }
  }
  return smallest;
}

// --- Substitution

using ir::Argument;

Argument Substitution::add() {
  const auto number = static_cast<ir::VariableId>(stands_for_.size());
  return stands_for_.emplace_back(Argument::variable(number));
}

Argument Substitution::of(Argument argument) const {
  while (ir::is_variable(argument) && !(stands_for_[argument.id] == argument)) {
    argument = stands_for_[argument.id];
  }
  return argument;
}

bool Substitution::unify(const Argument& left, const Argument& right) {
  const Argument a = of(left);
  const Argument b = of(right);
  if (a == b) return true;
  if (ir::is_variable(b)) {
    stands_for_[b.id] = a;
  } else if (ir::is_variable(a)) {
    stands_for_[a.id] = b;
  } else {
    return false;
  }
  return true;
}

}  // namespace tesuji::passes
