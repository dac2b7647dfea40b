#include "ir/module/repeated_variables.h"

#include <algorithm>
#include <string>

namespace tesuji::ir {
namespace {

bool may_repeat(const Argument& argument) {
  return argument.kind == Argument::Kind::variable || argument.kind == Argument::Kind::binder;
}

}  // namespace

RepeatedVariables::RepeatedVariables(const Agenda& agenda)
    : places_(agenda.variables.size()), binders_(agenda.variables.size()) {
  look_at(agenda.ops);
}

void RepeatedVariables::look_at(const std::vector<Operation>& ops) {
  for (const Operation& op : ops) {
    const bool binds = op.kind == Operation::Kind::scan || op.kind == Operation::Kind::probe;
    for (const Argument& argument : op.args) {
      if (!may_repeat(argument)) continue;
      ++places_[argument.id];
      if (binds) binders_[argument.id] = &op;
    }
    look_at(op.body);
  }
}

bool RepeatedVariables::is_copy(const Repeat& repeat) const {
  const Operation* premise = binders_[repeat.copy];
  return repeat.variable != repeat.copy && places_[repeat.copy] == 2 && premise != nullptr &&
         mentions(*premise, repeat.variable);
}

std::optional<Repeat> RepeatedVariables::repeat(const Operation& op) const {
  if (op.kind != Operation::Kind::compare || op.comparison != Comparison::same ||
      !std::all_of(op.args.begin(), op.args.end(), may_repeat)) {
    return std::nullopt;
  }
  for (const Repeat repeat :
       {Repeat{op.args[0].id, op.args[1].id}, {op.args[1].id, op.args[0].id}}) {
    if (is_copy(repeat)) return repeat;
  }
  return std::nullopt;
}

bool mentions(const Operation& op, VariableId variable) {
  return std::any_of(op.args.begin(), op.args.end(), [&](const Argument& argument) {
    return may_repeat(argument) && argument.id == variable;
  });
}

void join(Operation& premise, const Repeat& repeat) {
  for (Argument& argument : premise.args) {
    if (may_repeat(argument) && argument.id == repeat.copy) {
      argument = Argument::variable(repeat.variable);
    }
  }
}

std::string name_for_copy(const Agenda& agenda, const std::string& stem) {
  const std::vector<std::string>& taken = agenda.variables;
  for (std::size_t number = taken.size();; ++number) {
    std::string name = stem + "." + std::to_string(number);
    if (std::find(taken.begin(), taken.end(), name) == taken.end()) return name;
  }
}

}  // namespace tesuji::ir
