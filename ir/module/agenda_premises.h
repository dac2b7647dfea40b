// Premises of production rules, taken out of their order and put back in another.
//
// A premise on its own is an operation without marks of order: `scan` for whatever
// must be present, `absent`, `unless` (its body such premises, too), `compute` or `compare`; its
// arguments are variables, constants
// and `_`, and a variable may stand in it twice. Put in an order, the first premise that
// has a variable binds it (further places in it bind copies, ir/module/repeated_variables.h), an
// index is chosen for what is given by then, and a premise that binds nothing is a test.
#pragma once

#include "ir/module/module.h"

#include <vector>

namespace tesuji::ir {

/// The premises in their present order; absent-checks are left out, and what was
/// inside `exists` stands in the place of it. Never changes what the rule means.
[[nodiscard]] std::vector<Operation> premises_of(const Agenda& agenda);

/// The conclusions, in order.
[[nodiscard]] std::vector<Operation> conclusions_of(const Agenda& agenda);

/// The variables of all conclusions, ascending.
[[nodiscard]] std::vector<VariableId> conclusion_variables(const Agenda& agenda);

/// Whether a premise may stand where exactly these variables are bound: comparisons
/// and `absent` once all their variables are, `compute` once all but the result are, others always.
[[nodiscard]] bool may_stand(const Operation& premise, const std::vector<bool>& bound);

/// The facts that the premise asks to be absent: itself if it is `absent`, what the body of
/// `unless` asks for, none else. Valid as long as the premise.
[[nodiscard]] std::vector<const Operation*> absent_facts(const Operation& premise);

/// Sets what an `unless` over these premises uses from outside. `outside`: variables that other
/// premises bind. Variables of its own that stand in one place become `_`.
void close_unless(Operation& unless, const std::vector<bool>& outside);

/// Puts `_` in the place of variables that stand in one premise only, once, and in no
/// conclusion: where that premise is of this kind. In a premise that must be present,
/// the rule then asks whether there is such a fact, where it went through them all.
void ignore_lone_variables(std::vector<Operation>& premises,
                           const std::vector<Operation>& conclusions, Operation::Kind kind);

/// Makes these premises, in this order, the rule's; declares the indexes they use.
/// Every premise must be one that may stand where it does.
void set_premises(Module& module, Agenda& agenda, const std::vector<Operation>& premises);

/// Whether nothing is removed, and nothing asked to be absent that a rule adds: only
/// then is the order of premises free (ir/module/agenda.h).
[[nodiscard]] bool add_only(const Module& module);

/// Whether a rule computes numbers.
[[nodiscard]] bool computes(const Agenda& agenda);

/// Whether changes of base facts can be followed one by one (ir/module/maintenance.h): an add-only
/// set without computations, in which no conjunctions are asked to be absent.
[[nodiscard]] bool can_maintain(const Module& module);

/// Whether a rule's conclusions are all additions.
[[nodiscard]] bool only_adds(const Agenda& agenda);

}  // namespace tesuji::ir
