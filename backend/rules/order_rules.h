// Orders the premises of production rules by the costs of their orders: estimated, or measured by
// running a single rule.
#pragma once

#include "backend/driver/session.h"
#include "backend/rules/rule_strata.h"
#include "ir/formulas/metarule.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::driver {

/// One rule of an add-only set, on the final memory of the whole set: there it is tried as often as
/// possible.
class RuleObservation {
 public:
  /// `memory`: the final facts of all relations except the fixed ones.
  RuleObservation(const ir::Module& module, std::size_t agenda, const runtime::Facts& memory);

  /// Returns the trials of each of these premises, which may be only some of the rule's, followed
  /// by the number of bindings that pass the last one: the cost as a plain nest of loops. Returns
  /// nothing if the total exceeds `limit`.
  [[nodiscard]] std::optional<std::vector<double>> prefix_trials(
      const std::vector<ir::Operation>& premises, double limit);

  /// Returns the nodes of the rule with its premises in this order after these passes. Its
  /// conclusions are removed from the memory first, except the initial facts of the set.
  [[nodiscard]] std::optional<double> nodes(const std::vector<ir::Operation>& premises,
                                            const std::vector<std::string_view>& passes,
                                            double limit);

 private:
  std::shared_ptr<ir::Module> plain_;  ///< with one fact without arguments as its conclusion
  std::shared_ptr<ir::Module> whole_;
  ir::Agenda plain_agenda_;
  ir::Agenda whole_agenda_;
};

/// Counts all trials except those of conclusions.
[[nodiscard]] std::uint64_t count_nodes(const ir::Agenda& agenda,
                                        const runtime::AgendaCounts& counts);

/// How the order is chosen.
enum class OrderSource {
  greedy,     ///< next premise is the one with the smallest priority
              ///< (passes/ordering/order_premises.h)
  estimated,  ///< the order with the lowest cost by the product of priorities
  observed,   ///< the order with the lowest measured cost
};

struct OrderOptions {
  OrderSource source = OrderSource::greedy;
  /// Passes that will run over the ordered rules: their effect is part of the measured cost.
  std::vector<std::string_view> passes;
  std::uint64_t seed = 1;
  /// Maximum number of orders evaluated per rule and kind of search; fewer for rules with more than
  /// 64 premises, by the square of their number.
  std::size_t evaluations = 10'000;
  /// Trials within which the greedily ordered rules must deduce their facts; observation uses the
  /// facts deduced by then. A rule whose greedy order takes more trials is ordered by estimates; a
  /// whole search may take 20 times as many.
  std::uint64_t max_nodes = 100'000'000;
};

/// Orders the premises of every rule. The metarules should cover every premise; those of
/// synthesise.h do. Returns false and changes nothing if the order of premises affects the meaning.
bool order_rules(ir::Module& module, const std::vector<ir::OrderingMetarule>& metarules,
                 const OrderOptions& options);

/// Orders the premises of rules that run stratum by stratum; each stratum must be add-only
/// (rule_strata.h). Observed runs begin with the facts deduced by earlier strata.
void order_strata(const std::vector<RuleStratum>& strata, runtime::Facts initial,
                  const std::vector<ir::OrderingMetarule>& metarules, const OrderOptions& options);

}  // namespace tesuji::driver
