#include "passes/analysis/substitution.h"

namespace tesuji::passes {

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
