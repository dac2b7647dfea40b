#include "backend/rules/order_rules.h"

#include "backend/rules/computed_numbers.h"
#include "backend/rules/observe_rules.h"
#include "backend/rules/production.h"
#include "ir/module/agenda_premises.h"
#include "passes/ordering/order_premises.h"
#include "passes/ordering/order_search.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

namespace tesuji::driver {
namespace {

using passes::FreeBody;
using passes::PremiseOrder;

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Rules with more premises get fewer evaluations: an evaluation is quadratic in the number of
/// premises.
constexpr std::size_t most_premises_searched_fully = 64;

std::size_t evaluations_for(std::size_t premises, std::size_t evaluations) {
  if (premises <= most_premises_searched_fully) return evaluations;
  const double share =
      static_cast<double>(most_premises_searched_fully) / static_cast<double>(premises);
  const double scaled = static_cast<double>(evaluations) * share * share;
  return std::max<std::size_t>(static_cast<std::size_t>(scaled), 1);
}

/// A search may run rules for at most as many trials as this many single runs.
constexpr double most_searches = 20;

/// A memory, and the numbers that rules have computed for it.
struct Reached {
  runtime::Facts memory;
  runtime::ComputedNumbers computed;
};

/// Returns the memory that the greedily ordered set deduces within the limit.
Reached deduce(ir::Module module, const Reached& initial, const passes::Metarules& metarules,
               std::uint64_t max_nodes) {
  passes::order_premises(module, metarules);
  const auto system = compile_rules(std::make_shared<const ir::Module>(std::move(module)),
                                    ProductionEngine::interpreter);
  runtime::ProductionLimits limits;
  limits.nodes = max_nodes;
  runtime::ProductionResult result = system->run_with(initial.memory, initial.computed, limits);
  return {std::move(result.memory), std::move(result.computed)};
}

double sum(const std::optional<std::vector<double>>& trials) {
  return trials ? std::accumulate(trials->begin(), trials->end() - 1, 0.0) : infinite;
}

/// Searches orders of one rule.
class Search {
 public:
  Search(const FreeBody& body, const passes::Metarules& metarules, const OrderOptions& options)
      : body_(body),
        metarules_(metarules),
        options_(options),
        limits_{evaluations_for(body.premises().size(), options.evaluations), options.seed},
        greedy_(passes::greedy_order(body, metarules)) {}

  /// Returns the best of the orders found and the known orders. The sum of products depends on more
  /// than the set of bound variables, so the shortest path need not be the best order.
  PremiseOrder estimated() const {
    const passes::PrefixTrials trials = passes::estimated_trials(body_, metarules_);
    PremiseOrder source(body_.premises().size());
    std::iota(source.begin(), source.end(), std::size_t{0});
    PremiseOrder best = passes::with_early_tests(body_, source);
    for (PremiseOrder other : {greedy_, plain(trials, infinite)}) {
      if (sum(trials(other, infinite)) < sum(trials(best, infinite))) best = std::move(other);
    }
    return best;
  }

  PremiseOrder observed(RuleObservation& rule) const {
    double left = most_searches * static_cast<double>(options_.max_nodes);
    const auto spend = [&left](double nodes) { left -= nodes; };
    const passes::PrefixTrials trials = [&](const PremiseOrder& prefix,
                                            double limit) -> std::optional<std::vector<double>> {
      if (left <= 0) return std::nullopt;
      auto found = rule.prefix_trials(body_.in_order(prefix), limit);
      spend(found ? sum(found) : limit);
      return found;
    };
    const passes::OrderCost cost = [&](const PremiseOrder& order,
                                       double limit) -> std::optional<double> {
      if (left <= 0) return std::nullopt;
      // A limit that is infinite for the search must be finite for a run.
      const double most = std::min(limit, static_cast<double>(options_.max_nodes));
      const auto found = rule.nodes(body_.in_order(order), options_.passes, most);
      spend(found.value_or(most));
      return found;
    };
    const auto most = static_cast<double>(options_.max_nodes);
    if (!trials(greedy_, most)) return estimated();
    const PremiseOrder best = plain(trials, most);
    if (options_.passes.empty()) return best;
    // The best order for a plain nest of loops need not be a good start.
    const PremiseOrder first = passes::annealed_order(body_, greedy_, cost, limits_);
    const PremiseOrder second = passes::annealed_order(body_, best, cost, limits_);
    left = infinite;
    return cost(second, infinite).value_or(infinite) < cost(first, infinite).value_or(infinite)
               ? second
               : first;
  }

 private:
  /// Returns the best order as a plain nest of loops.
  PremiseOrder plain(const passes::PrefixTrials& trials, double most) const {
    const double known = sum(trials(greedy_, most));
    // The savings by checks depend on the order, too: for a start, priorities are good enough.
    const auto tests =
        options_.passes.empty() ? passes::TestOrder::share_passed : passes::TestOrder::priority;
    const auto shortest = shortest_order(body_, metarules_, trials, known, limits_, tests);
    if (shortest) return *shortest;
    const passes::OrderCost cost = [&](const PremiseOrder& order,
                                       double limit) -> std::optional<double> {
      const auto found = trials(order, std::min(limit, most));
      if (!found) return std::nullopt;
      return sum(found);
    };
    return passes::annealed_order(body_, greedy_, cost, limits_);
  }

  const FreeBody& body_;
  const passes::Metarules& metarules_;
  const OrderOptions& options_;
  passes::OrderSearchLimits limits_;
  PremiseOrder greedy_;
};

/// Orders an add-only set that starts from `reached`; if runs are observed, sets `reached` to the
/// final memory of the set.
void order_add_only(ir::Module& module, Reached& reached, const passes::Metarules& metarules,
                    const OrderOptions& options) {
  if (options.source == OrderSource::greedy) {
    passes::order_premises(module, metarules);
    return;
  }
  const bool observes = options.source == OrderSource::observed;
  if (observes) reached = deduce(module, reached, metarules, options.max_nodes);
  const ir::Module known = with_numbers(module, reached.computed);
  for (std::size_t i = 0; i < module.agendas.size(); ++i) {
    ir::Agenda& agenda = module.agendas[i];
    const FreeBody body(module, agenda);
    const Search search(body, metarules, options);
    PremiseOrder order;
    if (observes) {
      RuleObservation rule(known, i, reached.memory);
      order = search.observed(rule);
    } else {
      order = search.estimated();
    }
    ir::set_premises(module, agenda,
                     passes::with_ordered_bodies(module, agenda, body.in_order(order), metarules));
  }
}

}  // namespace

bool order_rules(ir::Module& module, const std::vector<ir::OrderingMetarule>& metarules,
                 const OrderOptions& options) {
  if (!ir::add_only(module)) return false;
  Reached reached{initial_facts(module), {}};
  order_add_only(module, reached, passes::Metarules(metarules), options);
  return !module.agendas.empty();
}

void order_strata(const std::vector<RuleStratum>& strata, runtime::Facts initial,
                  const std::vector<ir::OrderingMetarule>& metarules, const OrderOptions& options) {
  const passes::Metarules known(metarules);
  Reached reached{std::move(initial), {}};
  for (const RuleStratum& stratum : strata) {
    order_add_only(*stratum.module, reached, known, options);
  }
}

}  // namespace tesuji::driver
