// Conditions of production rules as learning by explanation handles them: premises over variables
// and constants, without any order. A conjunction that is absent is one condition.
#pragma once

#include "ir/core/argument.h"
#include "ir/core/symbol.h"
#include "ir/module/computation.h"
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

/// A premise or conclusion. Variables are numbered by whoever holds the condition; nothing here is
/// a binder or `_`: what may be anything is a variable that stands nowhere else.
struct RuleCondition {
  enum class Kind : std::uint8_t {
    present,  ///< a fact of `relation`
    absent,   ///< no joint instance of `body`
    compare,
    compute,  ///< the first argument is the value of a function of the others
  };
  Kind kind = Kind::present;
  ir::Symbol relation = ir::no_symbol;                    ///< present
  ir::Comparison comparison = ir::Comparison::different;  ///< compare
  std::vector<ir::Argument> args;                         ///< all but absent
  std::vector<ir::ComputationStep> computation;           ///< compute
  std::vector<RuleCondition> body;                        ///< absent
  friend bool operator==(const RuleCondition&, const RuleCondition&) = default;
};

using Conjunction = std::vector<RuleCondition>;

[[nodiscard]] RuleCondition present(ir::Symbol relation, std::vector<ir::Argument> args);
[[nodiscard]] RuleCondition absent(Conjunction body);
[[nodiscard]] RuleCondition compare(ir::Comparison comparison, ir::Argument left,
                                    ir::Argument right);
/// The condition that holds where a comparison does not; nothing for those by size, of which
/// neither need hold.
[[nodiscard]] std::optional<RuleCondition> opposite(const RuleCondition& comparison);

/// Calls `visit` with each argument, those inside conjunctions included.
template <class Condition, class Visit>
void for_each_argument(Condition& condition, const Visit& visit) {
  for (auto& argument : condition.args) visit(argument);
  for (auto& inner : condition.body) for_each_argument(inner, visit);
}

/// The variables, ascending, each once.
[[nodiscard]] std::vector<ir::VariableId> variables_in(const Conjunction& conditions);
[[nodiscard]] std::vector<ir::VariableId> variables_in(const RuleCondition& condition);

/// Puts a value in the place of a variable.
void replace_variable(Conjunction& conditions, ir::VariableId variable, ir::Argument value);

/// What a comparison of two constants is, where it does not compare sizes; `same` and `different`
/// of one variable with itself are known, too. 1: holds, 0: does not, -1: it depends.
[[nodiscard]] int known_truth(const RuleCondition& comparison);

}  // namespace tesuji::learner
