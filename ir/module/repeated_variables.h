// Handles variables that occur twice in an ordered premise of a production rule.
//
// The first column binds the variable, every further one a copy, and a comparison after the premise
// equates the two:
//
//   (present (p ?x ?x))      scan p(?X, ?X.1)  compare same(X, X.1)
//
// Printers, metarules and profiles show premises in the first form.
#pragma once

#include "ir/module/agenda.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::ir {

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

}  // namespace tesuji::ir
