// Extracts the premises of production rules without their order, and sets them in a new order.
//
// A separate premise is an operation without marks of order: `scan` for any fact that must be
// present, `absent`, `unless` (whose body consists of such premises), `compute` or `compare`; its
// arguments are variables, constants and `_`, and a variable may occur in it twice. In an order,
// the first premise with a variable binds it (repeated occurrences bind copies,
// ir/module/repeated_variables.h), each premise gets an index for its given columns, and a premise
// that binds nothing becomes a test.
#pragma once

#include "ir/module/module.h"

#include <vector>

namespace tesuji::ir {

/// Returns the premises in their current order; drops absent-checks, and replaces `exists` by its
/// contents. The rule keeps its meaning.
[[nodiscard]] std::vector<Operation> premises_of(const Agenda& agenda);

/// Returns the conclusions, in order.
[[nodiscard]] std::vector<Operation> conclusions_of(const Agenda& agenda);

/// Returns the variables of all conclusions, ascending.
[[nodiscard]] std::vector<VariableId> conclusion_variables(const Agenda& agenda);

/// Whether a premise may be evaluated when exactly these variables are bound: comparisons and
/// `absent` require all their variables, `compute` all except the result, others none.
[[nodiscard]] bool may_stand(const Operation& premise, const std::vector<bool>& bound);

/// Returns the facts whose absence the premise tests: itself if it is `absent`, the facts in the
/// body of `unless`, otherwise none. Valid as long as the premise.
[[nodiscard]] std::vector<const Operation*> absent_facts(const Operation& premise);

/// Sets the variables that an `unless` over these premises uses from outside. `outside`: variables
/// that other premises bind. Replaces its own variables with a single occurrence by `_`.
void close_unless(Operation& unless, const std::vector<bool>& outside);

/// Replaces variables by `_` that occur only once, in a premise of this kind, and in no conclusion.
/// For a premise that must be present, the rule then tests whether such a fact exists instead of
/// enumerating all.
void ignore_lone_variables(std::vector<Operation>& premises,
                           const std::vector<Operation>& conclusions, Operation::Kind kind);

/// Sets the rule's premises, in this order; declares the indexes they use. Every premise must be
/// allowed at its position (may_stand).
void set_premises(Module& module, Agenda& agenda, const std::vector<Operation>& premises);

/// Whether the rules remove no facts, and test the absence only of facts that no rule adds: only
/// then may premises be reordered (ir/module/agenda.h).
[[nodiscard]] bool add_only(const Module& module);

/// Whether a rule computes numbers.
[[nodiscard]] bool computes(const Agenda& agenda);

/// Whether changes of base facts can be propagated one by one (ir/module/maintenance.h): an
/// add-only set without computations and without absent conjunctions.
[[nodiscard]] bool can_maintain(const Module& module);

/// Whether a rule's conclusions are all additions.
[[nodiscard]] bool only_adds(const Agenda& agenda);

}  // namespace tesuji::ir
