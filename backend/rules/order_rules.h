// Orders the premises of production rules by the costs of orders.
#pragma once

#include "backend/driver/session.h"
#include "backend/rules/rule_strata.h"
#include "ir/formulas/metarule.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tesuji::driver {

/// Where the order comes from.
enum class OrderSource {
  greedy,     ///< the premise of smallest priority next (passes/ordering/order_premises.h)
  estimated,  ///< the cheapest by the product of priorities
  observed,   ///< the cheapest when run
};

struct OrderOptions {
  OrderSource source = OrderSource::greedy;
  /// Passes that will run over the ordered rules: their work is part of what is observed.
  std::vector<std::string_view> passes;
  std::uint64_t seed = 1;
  /// Orders looked at per rule and kind of search; of rules of more than 64 premises fewer, by the
  /// square of these.
  std::size_t evaluations = 10'000;
  /// Trials in which the rules, ordered greedily, must find what they deduce; what they had
  /// found by then is what is observed on otherwise. A rule whose greedy order takes more is
  /// ordered by estimates, and a whole search may take 20 times as many.
  std::uint64_t max_nodes = 100'000'000;
};

/// Orders the premises of every rule. The metarules should know every premise; those of
/// synthesise.h do. False, and nothing changes, where order is meaning.
bool order_rules(ir::Module& module, const std::vector<ir::OrderingMetarule>& metarules,
                 const OrderOptions& options);

/// Orders the premises of rules that run stratum by stratum; each stratum's are add-only
/// (rule_strata.h). Runs, to observe, begin with what the strata before deduce.
void order_strata(const std::vector<RuleStratum>& strata, runtime::Facts initial,
                  const std::vector<ir::OrderingMetarule>& metarules, const OrderOptions& options);

}  // namespace tesuji::driver
