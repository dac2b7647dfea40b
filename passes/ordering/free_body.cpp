#include "passes/ordering/free_body.h"

#include "ir/module/agenda_premises.h"
#include "passes/ordering/agenda_views.h"

#include <algorithm>

namespace tesuji::passes {

FreeBody::FreeBody(const ir::Module& module, const ir::Agenda& agenda)
    : premises_(ir::premises_of(agenda)),
      wanted_(agenda.variables.size()),
      outside_(agenda.variables.size()) {
  ir::ignore_lone_variables(premises_, ir::conclusions_of(agenda), ir::Operation::Kind::scan);
  views_ = views_of(module, premises_);
  for (const ir::VariableId variable : ir::conclusion_variables(agenda)) wanted_[variable] = true;
}

FreeBody::FreeBody(const ir::Module& module, const ir::Agenda& agenda, const ir::Operation& unless)
    : premises_(unless.body), wanted_(agenda.variables.size()), outside_(agenda.variables.size()) {
  views_ = views_of(module, premises_);
  for (const ir::Argument& argument : unless.args) outside_[argument.id] = true;
}

bool FreeBody::may_stand(std::size_t premise, const std::vector<bool>& bound) const {
  return ir::may_stand(premises_[premise], bound);
}

bool FreeBody::binds(std::size_t premise, const std::vector<bool>& bound) const {
  const std::vector<ir::Argument>& args = premises_[premise].args;
  return std::any_of(args.begin(), args.end(), [&](const ir::Argument& argument) {
    return argument.kind == ir::Argument::Kind::variable && !bound[argument.id];
  });
}

void FreeBody::bind(std::size_t premise, std::vector<bool>& bound) const {
  for (const ir::Argument& argument : premises_[premise].args) {
    if (argument.kind == ir::Argument::Kind::variable) bound[argument.id] = true;
  }
}

std::vector<ir::Operation> FreeBody::in_order(const PremiseOrder& order) const {
  std::vector<ir::Operation> ordered;
  for (const std::size_t premise : order) ordered.push_back(premises_[premise]);
  return ordered;
}

}  // namespace tesuji::passes
