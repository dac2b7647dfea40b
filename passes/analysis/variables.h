// Handles the variables of a rule: collects them, finds the domain from which each takes its
// values, and computes their values after equating atoms.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <set>
#include <vector>

namespace tesuji::passes {

// --- Sets of variables

void add_variables(const std::vector<ir::Argument>& args, std::set<ir::VariableId>& into);

/// Adds the variables of both sides if the literal is a comparison.
void add_variables(const ir::Literal& literal, std::set<ir::VariableId>& into);

// --- Domains

/// Returns the smallest domain of a positive literal's column that contains the variable; no_id if
/// no literal binds it. Requires domains.
[[nodiscard]] ir::DomainId narrowest_domain(const ir::Module& module, ir::VariableId variable,
                                            const std::vector<ir::Literal>& body);

// --- Substitution

/// Values of variables after equating atoms of rules: unification without compound arguments.
class Substitution {
 public:
  /// Creates this many variables, each with itself as its value.
  explicit Substitution(std::size_t variables = 0) {
    for (std::size_t i = 0; i < variables; ++i) add();
  }

  /// Adds a variable with itself as its value.
  ir::Argument add();
  [[nodiscard]] std::size_t size() const { return stands_for_.size(); }

  /// Returns the argument's value: a variable that is its own value, or a non-variable.
  [[nodiscard]] ir::Argument of(ir::Argument argument) const;

  /// Equates the two; of two variables the right one becomes the value of the left one. Returns
  /// false if they are different constants.
  [[nodiscard]] bool unify(const ir::Argument& left, const ir::Argument& right);

 private:
  std::vector<ir::Argument> stands_for_;  ///< by variable: itself, another variable, or a constant
};

}  // namespace tesuji::passes
