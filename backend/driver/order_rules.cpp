#include "backend/driver/order_rules.h"

#include "backend/driver/observe_rules.h"
#include "backend/driver/production.h"
#include "ir/agenda_premises.h"
#include "passes/order_premises.h"
#include "passes/order_search.h"

#include <limits>
#include <memory>
#include <numeric>
#include <optional>

namespace tesuji::driver {
namespace {

using passes::FreeBody;
using passes::PremiseOrder;

constexpr double infinite = std::numeric_limits<double>::infinity();

/// What the set deduces when it is ordered greedily, within the limit.
runtime::Facts deduce(ir::Module module, const passes::Metarules& metarules,
                      std::uint64_t max_nodes) {
  passes::order_premises(module, metarules);
  const runtime::Facts initial = initial_facts(module);
  const auto system = compile_rules(std::make_shared<const ir::Module>(std::move(module)),
                                    ProductionEngine::interpreter);
  runtime::ProductionLimits limits;
  limits.nodes = max_nodes;
  return system->run(initial, limits).memory;
}

double sum(const std::optional<std::vector<double>>& trials) {
  return trials ? std::accumulate(trials->begin(), trials->end() - 1, 0.0) : infinite;
}

/// The cheaper of a shortest path and what annealing makes of the start.
class Search {
 public:
  Search(const FreeBody& body, const passes::Metarules& metarules, const OrderOptions& options)
      : body_(body), metarules_(metarules), limits_{options.evaluations, options.seed} {}

  PremiseOrder estimated() const {
    return plain(passes::greedy_order(body_, metarules_),
                 passes::estimated_trials(body_, metarules_));
  }

  PremiseOrder observed(RuleObservation& rule, const std::vector<std::string_view>& passes) const {
    const passes::PrefixTrials trials = [&](const PremiseOrder& prefix, double limit) {
      return rule.prefix_trials(body_.in_order(prefix), limit);
    };
    const passes::OrderCost cost = [&](const PremiseOrder& order, double limit) {
      return rule.nodes(body_.in_order(order), passes, limit);
    };
    const PremiseOrder greedy = passes::greedy_order(body_, metarules_);
    const PremiseOrder best = plain(greedy, trials);
    if (passes.empty()) return best;
    // What is best for a plain nest of loops need not be a good beginning.
    const PremiseOrder first = passes::annealed_order(body_, greedy, cost, limits_);
    const PremiseOrder second = passes::annealed_order(body_, best, cost, limits_);
    return cost(second, infinite).value_or(infinite) < cost(first, infinite).value_or(infinite)
               ? second
               : first;
  }

 private:
  /// Of a plain nest of loops.
  PremiseOrder plain(const PremiseOrder& start, const passes::PrefixTrials& trials) const {
    const double known = sum(trials(start, infinite));
    const auto shortest = shortest_order(body_, metarules_, trials, known, limits_);
    if (shortest) return *shortest;
    const passes::OrderCost cost = [&](const PremiseOrder& order,
                                       double limit) -> std::optional<double> {
      const auto found = trials(order, limit);
      if (!found) return std::nullopt;
      return sum(found);
    };
    return passes::annealed_order(body_, start, cost, limits_);
  }

  const FreeBody& body_;
  const passes::Metarules& metarules_;
  passes::OrderSearchLimits limits_;
};

}  // namespace

bool order_rules(ir::Module& module, const std::vector<ir::OrderingMetarule>& metarules,
                 const OrderOptions& options) {
  const passes::Metarules known(metarules);
  if (options.source == OrderSource::greedy) return passes::order_premises(module, known);
  if (!ir::add_only(module)) return false;
  std::optional<runtime::Facts> memory;
  if (options.source == OrderSource::observed) memory = deduce(module, known, options.max_nodes);
  for (std::size_t i = 0; i < module.agendas.size(); ++i) {
    ir::Agenda& agenda = module.agendas[i];
    const FreeBody body(module, agenda);
    const Search search(body, known, options);
    PremiseOrder order;
    if (memory) {
      RuleObservation rule(module, i, *memory);
      order = search.observed(rule, options.passes);
    } else {
      order = search.estimated();
    }
    ir::set_premises(module, agenda, body.in_order(order));
  }
  return !module.agendas.empty();
}

}  // namespace tesuji::driver
