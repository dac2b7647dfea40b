#include "ir/module/agenda_premises.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tesuji::ir {

// --- Repeated variables

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

// --- Premises

namespace {

/// The premises and repeated variables found in a rule.
struct Collected {
  std::vector<Operation> premises;
  std::vector<Repeat> repeats;
};

void collect(const std::vector<Operation>& ops, const RepeatedVariables& repeated, Collected& into);

/// Returns the operations as premises, without their order.
std::vector<Operation> premises_among(const std::vector<Operation>& ops,
                                      const RepeatedVariables& repeated) {
  Collected collected;
  collect(ops, repeated, collected);
  for (const Repeat& repeat : collected.repeats) {
    for (Operation& premise : collected.premises) join(premise, repeat);
  }
  return std::move(collected.premises);
}

void collect(const std::vector<Operation>& ops, const RepeatedVariables& repeated,
             Collected& into) {
  for (const Operation& op : ops) {
    if (op.kind == Operation::Kind::exists) {
      collect(op.body, repeated, into);
      continue;
    }
    if (const auto repeat = repeated.repeat(op)) {
      into.repeats.push_back(*repeat);
      continue;
    }
    if (concludes(op) || op.kind == Operation::Kind::unless_derived) continue;
    Operation premise = op;
    if (op.kind == Operation::Kind::probe || op.kind == Operation::Kind::test) {
      premise.kind = Operation::Kind::scan;
      premise.index = no_id;
    }
    for (Argument& argument : premise.args) {
      if (argument.kind == Argument::Kind::binder) argument.kind = Argument::Kind::variable;
    }
    premise.estimate = 0;
    if (op.kind == Operation::Kind::unless) premise.body = premises_among(op.body, repeated);
    into.premises.push_back(std::move(premise));
  }
}

std::uint32_t index_on(Relation& relation, const Index& columns) {
  const auto found = std::find(relation.indexes.begin(), relation.indexes.end(), columns);
  const auto position = static_cast<std::uint32_t>(found - relation.indexes.begin());
  if (found == relation.indexes.end()) relation.indexes.push_back(columns);
  return position;
}

/// Determines what each premise binds, and how it finds its facts.
class Binder {
 public:
  Binder(Module& module, Agenda& agenda)
      : module_(module), agenda_(agenda), bound_(agenda.variables.size()) {}

  Operation bind(Operation op) {
    if (op.kind == Operation::Kind::compute) bind_result(op.args.front());
    if (op.kind == Operation::Kind::unless) op.body = bind_body(op.body);
    if (op.kind != Operation::Kind::scan) return op;
    Index given;
    bool binds = false;
    std::vector<bool> here = bound_;
    for (std::uint32_t column = 0; column < op.args.size(); ++column) {
      Argument& argument = op.args[column];
      if (argument.kind == Argument::Kind::constant) {
        given.push_back(column);
      } else if (argument.kind == Argument::Kind::variable) {
        if (bound_[argument.id]) {
          given.push_back(column);
        } else if (!here[argument.id]) {
          here[argument.id] = true;
          argument.kind = Argument::Kind::binder;
          binds = true;
        } else {
          repeat(op, column);
        }
      }
    }
    bound_ = std::move(here);
    bound_.resize(agenda_.variables.size(), true);
    if (!binds) {
      op.kind = Operation::Kind::test;
    } else if (!given.empty()) {
      op.kind = Operation::Kind::probe;
      op.index = index_on(module_.relations[op.relation], given);
    }
    return op;
  }

  /// Returns the premises in their order, with the comparisons that they need.
  std::vector<Operation> bind(const std::vector<Operation>& premises) {
    std::vector<Operation> ops;
    for (const Operation& premise : premises) {
      ops.push_back(bind(premise));
      for (Operation& same : take_repeats()) ops.push_back(std::move(same));
    }
    return ops;
  }

  /// Returns the comparisons needed after the last premise: `p(?X, X)` binds X twice.
  std::vector<Operation> take_repeats() { return std::exchange(repeats_, {}); }

 private:
  void bind_result(Argument& result) {
    if (result.kind != Argument::Kind::variable || bound_[result.id]) return;
    bound_[result.id] = true;
    result.kind = Argument::Kind::binder;
  }

  /// Bindings of the body are local to it.
  std::vector<Operation> bind_body(const std::vector<Operation>& body) {
    const std::vector<bool> outside = bound_;
    std::vector<Operation> ops = bind(body);
    std::copy(outside.begin(), outside.end(), bound_.begin());
    return ops;
  }

  /// Handles a variable that occurs twice in the premise that binds it: the second occurrence binds
  /// a copy, which is compared after the premise.
  void repeat(Operation& op, std::uint32_t column) {
    const VariableId variable = op.args[column].id;
    const auto copy = static_cast<VariableId>(agenda_.variables.size());
    agenda_.variables.push_back(name_for_copy(agenda_, agenda_.variables[variable]));
    op.args[column] = Argument::binder(copy);
    Operation same;
    same.kind = Operation::Kind::compare;
    same.comparison = Comparison::same;
    same.args = {Argument::variable(variable), Argument::variable(copy)};
    same.origin = op.origin;
    same.span = op.span;
    repeats_.push_back(std::move(same));
  }

  Module& module_;
  Agenda& agenda_;
  std::vector<bool> bound_;
  std::vector<Operation> repeats_;
};

}  // namespace

std::vector<Operation> premises_of(const Agenda& agenda) {
  return premises_among(agenda.ops, RepeatedVariables(agenda));
}

std::vector<Operation> conclusions_of(const Agenda& agenda) {
  std::vector<Operation> conclusions;
  std::copy_if(agenda.ops.begin(), agenda.ops.end(), std::back_inserter(conclusions), concludes);
  return conclusions;
}

std::vector<VariableId> conclusion_variables(const Agenda& agenda) {
  std::set<VariableId> variables;
  for (const Operation& op : conclusions_of(agenda)) {
    for (const Argument& argument : op.args) {
      if (argument.kind == Argument::Kind::variable) variables.insert(argument.id);
    }
  }
  return {variables.begin(), variables.end()};
}

bool may_stand(const Operation& premise, const std::vector<bool>& bound) {
  if (premise.kind == Operation::Kind::scan) return true;
  const auto first = premise.kind == Operation::Kind::compute ? 1 : 0;  // its result may be bound
  return std::all_of(premise.args.begin() + first, premise.args.end(),
                     [&](const Argument& argument) {
                       return argument.kind != Argument::Kind::variable || bound[argument.id];
                     });
}

std::vector<const Operation*> absent_facts(const Operation& premise) {
  if (premise.kind == Operation::Kind::absent) return {&premise};
  std::vector<const Operation*> facts;
  if (premise.kind != Operation::Kind::unless) return facts;
  for (const Operation& op : premise.body) {
    if (has_relation(op)) facts.push_back(&op);
  }
  return facts;
}

void close_unless(Operation& unless, const std::vector<bool>& outside) {
  std::map<VariableId, std::size_t> places;
  unless.args.clear();
  for (const Operation& op : unless.body) {
    for (const Argument& argument : op.args) {
      if (argument.kind != Argument::Kind::variable) continue;
      if (++places[argument.id] == 1 && outside[argument.id]) unless.args.push_back(argument);
    }
  }
  for (Operation& op : unless.body) {
    if (op.kind != Operation::Kind::scan) continue;
    for (Argument& argument : op.args) {
      const bool variable = argument.kind == Argument::Kind::variable;
      if (variable && !outside[argument.id] && places[argument.id] == 1) {
        argument = Argument::ignored();
      }
    }
  }
}

void ignore_lone_variables(std::vector<Operation>& premises,
                           const std::vector<Operation>& conclusions, Operation::Kind kind) {
  std::map<VariableId, std::size_t> places;
  for (const auto* list : {&std::as_const(premises), &conclusions}) {
    for (const Operation& op : *list) {
      for (const Argument& argument : op.args) {
        if (argument.kind == Argument::Kind::variable) ++places[argument.id];
      }
    }
  }
  for (Operation& op : premises) {
    if (op.kind != kind) continue;
    for (Argument& argument : op.args) {
      const bool variable = argument.kind == Argument::Kind::variable;
      if (variable && places[argument.id] == 1) argument = Argument::ignored();
    }
  }
}

void set_premises(Module& module, Agenda& agenda, const std::vector<Operation>& premises) {
  std::vector<Operation> conclusions = conclusions_of(agenda);
  std::vector<Operation> ops = Binder(module, agenda).bind(premises);
  for (Operation& conclusion : conclusions) ops.push_back(std::move(conclusion));
  agenda.ops = std::move(ops);
}

bool add_only(const Module& module) {
  std::set<RelationId> added;
  for (const Agenda& agenda : module.agendas) {
    if (!only_adds(agenda)) return false;
    for (const Operation& op : conclusions_of(agenda)) added.insert(op.relation);
  }
  return std::none_of(module.agendas.begin(), module.agendas.end(), [&](const auto& agenda) {
    const std::vector<Operation> premises = premises_of(agenda);
    return std::any_of(premises.begin(), premises.end(), [&](const Operation& op) {
      const std::vector<const Operation*> facts = absent_facts(op);
      return std::any_of(facts.begin(), facts.end(),
                         [&](const Operation* fact) { return added.contains(fact->relation); });
    });
  });
}

bool computes(const Agenda& agenda) {
  const auto any = [](const auto& self, const std::vector<Operation>& ops) -> bool {
    return std::any_of(ops.begin(), ops.end(), [&](const Operation& op) {
      return op.kind == Operation::Kind::compute || self(self, op.body);
    });
  };
  return any(any, agenda.ops);
}

bool can_maintain(const Module& module) {
  return add_only(module) &&
         std::none_of(module.agendas.begin(), module.agendas.end(), [](const Agenda& agenda) {
           const std::vector<Operation> premises = premises_of(agenda);
           return computes(agenda) ||
                  std::any_of(premises.begin(), premises.end(), [](const Operation& op) {
                    return op.kind == Operation::Kind::unless;
                  });
         });
}

bool only_adds(const Agenda& agenda) {
  return std::none_of(agenda.ops.begin(), agenda.ops.end(),
                      [](const Operation& op) { return op.kind == Operation::Kind::remove; });
}

}  // namespace tesuji::ir
