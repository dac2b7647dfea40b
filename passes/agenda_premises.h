// Premises of production rules, taken out of their order and put back in another.
//
// A premise on its own is an operation without marks of order: `scan` for whatever
// must be present, `absent`, or `compare`; its arguments are variables, constants
// and `_`. Put in an order, the first premise that has a variable binds it, an
// index is chosen for what is given by then, and a premise that binds nothing is a
// test.
#pragma once

#include "ir/module.h"

#include <vector>

namespace tesuji::passes {

/// The premises in their present order; absent-checks are left out, and what was
/// inside `exists` stands in the place of it. Never changes what the rule means.
[[nodiscard]] std::vector<ir::AgendaOperation> premises_of(const ir::Agenda& agenda);

/// The conclusions, in order.
[[nodiscard]] std::vector<ir::AgendaOperation> conclusions_of(const ir::Agenda& agenda);

/// The variables of all conclusions, ascending.
[[nodiscard]] std::vector<ir::VariableId> conclusion_variables(const ir::Agenda& agenda);

/// Whether a premise may stand where exactly these variables are bound: comparisons
/// and `absent` once all their variables are, others always.
[[nodiscard]] bool may_stand(const ir::AgendaOperation& premise, const std::vector<bool>& bound);

/// Makes these premises, in this order, the rule's; declares the indexes they use.
/// Every premise must be one that may stand where it does.
void set_premises(ir::Module& module, ir::Agenda& agenda,
                  const std::vector<ir::AgendaOperation>& premises);

/// Whether nothing is removed, and nothing asked to be absent that a rule adds: only
/// then is the order of premises free (ir/agenda.h).
[[nodiscard]] bool add_only(const ir::Module& module);

/// Whether a rule's conclusions are all additions.
[[nodiscard]] bool only_adds(const ir::Agenda& agenda);

}  // namespace tesuji::passes
