// Extracts the premises of production rules without their order, and sets them in a new order.
//
// A separate premise is an operation without marks of order: `scan` for any fact that must be
// present, `absent`, `unless` (whose body consists of such premises), `compute` or `compare`; its
// arguments are variables, constants and `_`, and a variable may occur in it twice. In an order,
// the first premise with a variable binds it (repeated occurrences bind copies: RepeatedVariables),
// each premise gets an index for its given columns, and a premise that binds nothing becomes a
// test.
#pragma once

#include "ir/module/agenda.h"
#include "ir/module/module.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::ir {

// --- Repeated variables
//
// Handles variables that occur twice in an ordered premise of a production rule.
//
// The first column binds the variable, every further one a copy, and a comparison after the premise
// equates the two:
//
//   (present (p ?x ?x))      scan p(?X, ?X.1)  compare same(X, X.1)
//
// Printers, metarules and profiles show premises in the first form.

/// A variable and its copy.
struct Repeat {
  VariableId variable = no_id;
  VariableId copy = no_id;
};

/// Finds the comparisons of a rule that only express that a premise has a variable twice. Those
/// written by the author count too: if the copy has no other use, there is no difference.
class RepeatedVariables {
 public:
  explicit RepeatedVariables(const Agenda& agenda);

  /// Returns the variables that the operation equates, if it is such a comparison.
  [[nodiscard]] std::optional<Repeat> repeat(const Operation& op) const;

 private:
  void look_at(const std::vector<Operation>& ops);
  /// Whether the copy occurs only in this comparison and in one premise, which also contains the
  /// variable.
  [[nodiscard]] bool is_copy(const Repeat& repeat) const;

  std::vector<std::size_t> places_;        ///< number of occurrences of each variable in the rule
  std::vector<const Operation*> binders_;  ///< the last premise that may bind it
};

/// Whether the variable is among the operation's arguments.
[[nodiscard]] bool mentions(const Operation& op, VariableId variable);

/// Replaces the copy by its variable.
void join(Operation& premise, const Repeat& repeat);

/// Returns `stem`.N, a name that no variable of the agenda has.
[[nodiscard]] std::string name_for_copy(const Agenda& agenda, const std::string& stem);

// --- Premises

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
