// Represents conditions of production rules for learning by explanation: premises over variables
// and constants, without an order. An absent conjunction is one condition.
#pragma once

#include "ir/core/argument.h"
#include "ir/core/symbol.h"
#include "ir/module/operation.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::learner {

/// A fact of a working memory.
struct MemoryFact {
  ir::Symbol relation = ir::no_symbol;
  std::vector<ir::Symbol> args;
  friend auto operator<=>(const MemoryFact&, const MemoryFact&) = default;
};

/// A premise or conclusion. The owner of the condition numbers its variables; there are no binders
/// and no `_`: a variable that occurs nowhere else matches anything.
struct RuleCondition {
  enum class Kind : std::uint8_t {
    present,  ///< a fact of `relation`
    absent,   ///< `body` has no instance
    compare,
    compute,  ///< the first argument is the value of a function of the others
  };
  Kind kind = Kind::present;
  ir::Symbol relation = ir::no_symbol;                    ///< for present
  ir::Comparison comparison = ir::Comparison::different;  ///< for compare
  std::vector<ir::Argument> args;                         ///< for all but absent
  std::vector<ir::ComputationStep> computation;           ///< for compute
  std::vector<RuleCondition> body;                        ///< for absent
  friend bool operator==(const RuleCondition&, const RuleCondition&) = default;
};

using Conjunction = std::vector<RuleCondition>;

[[nodiscard]] RuleCondition present(ir::Symbol relation, std::vector<ir::Argument> args);
[[nodiscard]] RuleCondition absent(Conjunction body);
[[nodiscard]] RuleCondition compare(ir::Comparison comparison, ir::Argument left,
                                    ir::Argument right);
/// Returns the condition that holds if and only if a comparison does not; nothing for comparisons
/// by size, because both may fail.
[[nodiscard]] std::optional<RuleCondition> opposite(const RuleCondition& comparison);

/// Calls `visit` with each argument, including those inside conjunctions.
template <class Condition, class Visit>
void for_each_argument(Condition& condition, const Visit& visit) {
  for (auto& argument : condition.args) visit(argument);
  for (auto& inner : condition.body) for_each_argument(inner, visit);
}

/// Returns the variables, ascending, each once.
[[nodiscard]] std::vector<ir::VariableId> variables_in(const Conjunction& conditions);
[[nodiscard]] std::vector<ir::VariableId> variables_in(const RuleCondition& condition);

/// Replaces a variable by a value.
void replace_variable(Conjunction& conditions, ir::VariableId variable, ir::Argument value);

/// Evaluates a comparison of two constants, unless it is by size, or `same` and `different` of a
/// variable with itself. Returns 1 if it holds, 0 if not, -1 if it depends.
[[nodiscard]] int known_truth(const RuleCondition& comparison);

}  // namespace tesuji::learner
