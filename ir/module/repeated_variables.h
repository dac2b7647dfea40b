// Variables that a premise has twice, as production rules have them once their premises
// are in an order.
//
// The first column binds the variable, every further one a copy, and a comparison behind
// the premise equates the two:
//
//   (present (p ?x ?x))      scan p(?X, ?X.1)  compare same(X, X.1)
//
// Whoever looks at premises (printers, metarules, profiles) wants to see the first form.
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

/// Which comparisons of a rule only say that a premise has a variable twice. Those that
/// somebody wrote count too: where nothing else asks for the copy, there is no difference.
class RepeatedVariables {
 public:
  explicit RepeatedVariables(const Agenda& agenda);

  /// What the operation equates, if it is such a comparison.
  [[nodiscard]] std::optional<Repeat> repeat(const Operation& op) const;

 private:
  void look_at(const std::vector<Operation>& ops);
  /// Whether nothing but this comparison and one premise, which has the variable too, has
  /// the copy.
  [[nodiscard]] bool is_copy(const Repeat& repeat) const;

  std::vector<std::size_t> places_;        ///< of each variable, in the whole rule
  std::vector<const Operation*> binders_;  ///< the last premise that may bind it
};

/// Whether the variable is among the operation's arguments.
[[nodiscard]] bool mentions(const Operation& op, VariableId variable);

/// Puts the variable in the place of its copy.
void join(Operation& premise, const Repeat& repeat);

/// `stem`.N, as no variable of the agenda is called.
[[nodiscard]] std::string name_for_copy(const Agenda& agenda, const std::string& stem);

}  // namespace tesuji::ir
