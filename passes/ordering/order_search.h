// Searches for a cheap order of a rule's premises, with costs either estimated from metarules or
// observed by running them.
//
// Of two orders that bind the same variables in the same way, the one that evaluates each premise
// that binds nothing as early as possible is hardly ever more expensive, so only such orders are
// considered. The set of bound variables determines the placed premises and the number of live
// bindings: the cheapest order is a shortest path over sets of bound variables (as Selinger et al.,
// Access Path Selection in a Relational Database Management System, plan joins over sets of
// relations). That holds as long as a rule is a plain nest of loops. Absent-checks and existence
// tests make the cost of a premise depend on the preceding order; for these, and for long rules,
// simulated annealing improves an order by moving premises.
//
// Both are reproducible: the number of evaluations is limited, not the time.
#pragma once

#include "passes/ordering/order_premises.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace tesuji::passes {

struct OrderSearchLimits {
  std::size_t evaluations = 10'000;  ///< number of cost evaluations
  std::uint64_t seed = 1;            ///< of the annealing
};

/// Returns the trials of each premise of a prefix of an order, followed by the number of bindings
/// alive after the last one. Returns nullopt if their total exceeds `limit`.
using PrefixTrials =
    std::function<std::optional<std::vector<double>>(const PremiseOrder& prefix, double limit)>;

/// Returns the cost of an order of all premises; nullopt if it exceeds `limit`.
using OrderCost = std::function<std::optional<double>(const PremiseOrder& order, double limit)>;

/// Returns the trials expected from metarules: for each premise the product of the priorities of
/// the preceding ones.
[[nodiscard]] PrefixTrials estimated_trials(const FreeBody& body, const Metarules& metarules);

/// Moves every premise that binds nothing to the earliest possible position.
[[nodiscard]] PremiseOrder with_early_tests(const FreeBody& body, const PremiseOrder& order);

/// The order of premises that bind nothing, if several become possible at once.
enum class TestOrder : std::uint8_t {
  priority,      ///< the smaller priority first
  share_passed,  ///< starting from that order, the one that the fewest bindings pass first, if that
                 ///< saves trials
};

/// Returns the cheapest of the orders that evaluate premises as soon as these bind nothing, if the
/// set of bound variables determines the number of live bindings: true for observed costs, and
/// nearly true for estimated ones, for which the order is still good. `limits.evaluations` bounds
/// the paths to a set of bound variables, and separately the other orders of the tests there.
/// Returns nullopt if that limit was reached, or no order is cheaper than `known`.
[[nodiscard]] std::optional<PremiseOrder> shortest_order(
    const FreeBody& body, const Metarules& metarules, const PrefixTrials& trials, double known,
    const OrderSearchLimits& limits, TestOrder test_order = TestOrder::share_passed);

/// Returns the cheapest order that annealing finds from this one; `start` itself if none is
/// cheaper.
[[nodiscard]] PremiseOrder annealed_order(const FreeBody& body, const PremiseOrder& start,
                                          const OrderCost& cost, const OrderSearchLimits& limits);

}  // namespace tesuji::passes
