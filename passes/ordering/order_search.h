// Looks for a cheap order of a rule's premises, by what orders cost: as estimated from
// metarules, or as observed by running them.
//
// Of two orders that bind the same variables in the same way, the one that asks each
// premise that binds nothing as soon as it may is hardly ever the dearer one, so only such
// orders are looked at. What they have placed by then is told by which variables are bound,
// and so is how many bindings are alive: the cheapest order is a shortest path over sets of
// bound variables (as Selinger et al., Access Path Selection in a Relational Database
// Management System, plan joins over sets of relations). That holds as long as a rule is a
// plain nest of loops. Absent-checks and existence tests make the price of a premise
// depend on the order before it; there, and in long rules, simulated annealing improves an
// order by moving premises.
//
// Both are reproducible: they are limited in evaluations, not in time.
#pragma once

#include "passes/ordering/free_body.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace tesuji::passes {

struct OrderSearchLimits {
  std::size_t evaluations = 10'000;  ///< calls of what tells the cost
  std::uint64_t seed = 1;            ///< of the annealing
};

/// Trials of each premise of an order that may be the beginning of one, and behind them the
/// number of bindings alive after the last. Nothing if they are more than `limit` in all.
using PrefixTrials =
    std::function<std::optional<std::vector<double>>(const PremiseOrder& prefix, double limit)>;

/// What an order of all premises costs; nothing if that is more than `limit`.
using OrderCost = std::function<std::optional<double>(const PremiseOrder& order, double limit)>;

/// Trials that metarules lead to expect: for each premise the product of the priorities of
/// those before it.
[[nodiscard]] PrefixTrials estimated_trials(const FreeBody& body, const Metarules& metarules);

/// Puts every premise where it stands or, if it binds nothing, before that, as soon as it may.
[[nodiscard]] PremiseOrder with_early_tests(const FreeBody& body, const PremiseOrder& order);

/// The order of premises that bind nothing, where several become possible at once.
enum class TestOrder : std::uint8_t {
  priority,      ///< the smaller priority first
  share_passed,  ///< from there on the one that fewest bindings pass first, if that saves trials
};

/// The cheapest order of all that ask premises as soon as these bind nothing, where the
/// bindings alive are told by which variables are bound: as observed they are, as estimated
/// nearly, and then the order is a good one. `limits.evaluations` are of ways to a set of
/// bound variables, and as many more of other orders of the tests there. Nothing where that
/// limit was reached, or no order is cheaper than `known`.
[[nodiscard]] std::optional<PremiseOrder> shortest_order(
    const FreeBody& body, const Metarules& metarules, const PrefixTrials& trials, double known,
    const OrderSearchLimits& limits, TestOrder test_order = TestOrder::share_passed);

/// The cheapest order that annealing finds from this one; `start` itself if none is cheaper.
[[nodiscard]] PremiseOrder annealed_order(const FreeBody& body, const PremiseOrder& start,
                                          const OrderCost& cost, const OrderSearchLimits& limits);

}  // namespace tesuji::passes
