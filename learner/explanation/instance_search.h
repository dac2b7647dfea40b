// Searches a set of facts for instances of conjunctions and rules, without an index: for single
// examples.
#pragma once

#include "learner/explanation/learned_rule.h"
#include "learner/explanation/rule_condition.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace tesuji::learner {

/// Arguments of facts, by relation.
using FactSet = std::map<ir::Symbol, std::set<std::vector<ir::Symbol>>>;

/// Values of variables; ir::no_symbol: no value.
using ExampleValues = std::vector<ir::Symbol>;

/// How a search ended.
enum class Instance : std::uint8_t { found, none, unknown };

/// Searches for an instance of the conjunction. Variables with a value stand for it, others for
/// anything; adds the values found to `values`. Comparisons of a variable without a value hold.
/// Returns unknown if the conjunction computes, compares sizes, or takes more than `steps` trials.
[[nodiscard]] Instance find_instance(const FactSet& facts, const Conjunction& conditions,
                                     ExampleValues& values, std::size_t steps = 1'000'000);

/// Returns the values of these variables in all instances, each combination once; nothing if that
/// is unknown or there are more than `most`.
[[nodiscard]] std::optional<std::set<std::vector<ir::Symbol>>> instances_of(
    const FactSet& facts, const Conjunction& conditions, const ExampleValues& values,
    const std::vector<ir::VariableId>& variables, std::size_t most);

/// Whether the rule concludes this fact.
[[nodiscard]] Instance applies(const LearnedRule& rule, const FactSet& facts,
                               const MemoryFact& conclusion, std::size_t steps = 1'000'000);

}  // namespace tesuji::learner
