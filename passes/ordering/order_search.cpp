#include "passes/ordering/order_search.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <random>
#include <utility>

namespace tesuji::passes {
namespace {

using Bound = std::vector<bool>;

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Initial share of the cost by which annealing may accept a worse order; it decreases to zero.
constexpr double first_temperature = 0.05;

double sum_of_trials(const std::vector<double>& trials) {
  return std::accumulate(trials.begin(), trials.end() - 1, 0.0);
}

class ShortestPath {
 public:
  ShortestPath(const FreeBody& body, const Metarules& metarules, const PrefixTrials& trials,
               double known, const OrderSearchLimits& limits, TestOrder test_order)
      : body_(body),
        metarules_(metarules),
        trials_(trials),
        known_(known),
        left_(limits.evaluations),
        reorderings_left_(test_order == TestOrder::priority ? 0 : limits.evaluations) {}

  std::optional<PremiseOrder> run() {
    if (left_ == 0) return std::nullopt;
    const Bound none(body_.variables());
    reach({}, none);
    while (!open_.empty()) {
      const auto [cost, bound] = open_.top();
      open_.pop();
      const Place here = places_[bound];
      if (cost > here.cost) continue;
      if (here.prefix.size() == body_.premises().size()) return here.prefix;
      for (std::size_t p = 0; p < body_.premises().size(); ++p) {
        if (!body_.may_stand(p, bound) || !body_.binds(p, bound)) continue;
        PremiseOrder longer = here.prefix;
        longer.push_back(p);
        Bound more = bound;
        body_.bind(p, more);
        if (dearer_than_known(here, longer, more)) continue;
        if (left_ == 0) return std::nullopt;
        reach(longer, more);
      }
    }
    return std::nullopt;
  }

 private:
  /// A set of bound variables, and the cheapest path to it so far.
  struct Place {
    PremiseOrder prefix;
    double cost = 0;
    double alive = 0;  ///< number of bindings; the same for every path
  };
  using Entry = std::pair<double, Bound>;

  /// Whether extending `here` by `way` to a set of variables cannot be cheaper than the known path:
  /// each test after the binding premise is tried at least as often as bindings are alive at the
  /// end.
  bool dearer_than_known(const Place& here, const PremiseOrder& way, const Bound& bound) const {
    const auto known = places_.find(bound);
    if (known == places_.end()) return here.cost + here.alive > known_;
    const auto tests = static_cast<double>(tests_behind(way, bound).size());
    return here.cost + here.alive + tests * known->second.alive >= known->second.cost;
  }

  /// Returns the premises that now bind nothing, by priority.
  PremiseOrder tests_behind(const PremiseOrder& way, const Bound& bound) const {
    std::vector<std::pair<double, std::size_t>> tests;
    std::vector<bool> placed(body_.premises().size());
    for (const std::size_t premise : way) placed[premise] = true;
    for (std::size_t p = 0; p < body_.premises().size(); ++p) {
      if (placed[p] || body_.binds(p, bound)) continue;
      tests.emplace_back(metarules_.priority(body_.views(), p, bound).value_or(infinite), p);
    }
    std::sort(tests.begin(), tests.end());
    PremiseOrder order;
    for (const auto& [priority, premise] : tests) order.push_back(premise);
    return order;
  }

  void reach(const PremiseOrder& way, const Bound& bound) {
    const auto known = places_.find(bound);
    const double most = known == places_.end() ? infinite : known->second.cost;
    std::optional<Place> found = with_tests(way, tests_behind(way, bound), most);
    if (!found || found->cost >= most) return;
    if (found->prefix.size() == body_.premises().size()) known_ = std::min(known_, found->cost);
    open_.emplace(found->cost, bound);
    places_.insert_or_assign(bound, *std::move(found));
  }

  /// Follows this path, with the tests that became possible after it. Of independent tests, which
  /// cost one trial each, the one that the fewest bindings pass comes first (Ibaraki and Kameda's
  /// rank for equal costs). The number of passing bindings is only known after the preceding tests,
  /// so they are reordered as long as that saves something, and could save enough to get below
  /// `most`.
  std::optional<Place> with_tests(const PremiseOrder& way, PremiseOrder tests, double most) {
    std::optional<Place> best;
    --left_;
    for (;;) {
      PremiseOrder prefix = way;
      prefix.insert(prefix.end(), tests.begin(), tests.end());
      const std::optional<std::vector<double>> trials = trials_(prefix, known_);
      if (!trials) break;
      const double cost = sum_of_trials(*trials);
      if (best && best->cost <= cost) break;
      best = Place{std::move(prefix), cost, trials->back()};
      if (reorderings_left_ == 0) break;
      PremiseOrder ranked = by_share_passed(tests, *trials);
      if (ranked == tests) break;
      // In any order, the first test has the same number of trials, the others at least the number
      // of bindings that pass all tests.
      const auto first = trials->end() - 1 - static_cast<std::ptrdiff_t>(tests.size());
      const double others = static_cast<double>(tests.size() - 1) * trials->back();
      if (std::accumulate(trials->begin(), first + 1, others) >= std::min(cost, most)) break;
      --reorderings_left_;
      tests = std::move(ranked);
    }
    return best;
  }

  /// Returns the tests at the end of the tried order, sorted by the fraction of arriving bindings
  /// that passed.
  static PremiseOrder by_share_passed(const PremiseOrder& tests,
                                      const std::vector<double>& trials) {
    const std::size_t first = trials.size() - 1 - tests.size();
    std::vector<std::pair<double, std::size_t>> ranks;  // share, place
    for (std::size_t t = 0; t < tests.size(); ++t) {
      const double arrived = trials[first + t];
      ranks.emplace_back(arrived > 0 ? trials[first + t + 1] / arrived : infinite, t);
    }
    std::sort(ranks.begin(), ranks.end());
    PremiseOrder order;
    for (const auto& [share, place] : ranks) order.push_back(tests[place]);
    return order;
  }

  const FreeBody& body_;
  const Metarules& metarules_;
  const PrefixTrials& trials_;
  double known_;
  std::size_t left_;
  std::size_t reorderings_left_;
  std::map<Bound, Place> places_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
};

class Annealing {
 public:
  Annealing(const FreeBody& body, const OrderCost& cost, const OrderSearchLimits& limits)
      : body_(body), cost_(cost), evaluations_(limits.evaluations), random_(limits.seed) {}

  PremiseOrder run(const PremiseOrder& start) {
    const std::optional<double> start_cost = cost_(start, infinite);
    PremiseOrder current = start;
    double current_cost = start_cost.value_or(infinite);
    PremiseOrder best = start;
    double best_cost = current_cost;
    // Known orders need no evaluation, so the number of steps is bounded, too.
    for (std::size_t step = 0; step < evaluations_ && start.size() > 1; ++step) {
      PremiseOrder next = moved(current);
      if (next == current) continue;
      const double left = 1 - static_cast<double>(step) / static_cast<double>(evaluations_);
      const double limit = current_cost * std::exp(-first_temperature * left * std::log(chance()));
      const std::optional<double> next_cost = known_or_new(next, limit);
      if (!next_cost || *next_cost > limit) continue;
      current = std::move(next);
      current_cost = *next_cost;
      if (current_cost >= best_cost) continue;
      best = current;
      best_cost = current_cost;
    }
    return best;
  }

 private:
  /// Moves one premise to another position.
  PremiseOrder moved(const PremiseOrder& order) {
    PremiseOrder next = order;
    const std::size_t from = random_() % next.size();
    const std::size_t to = random_() % next.size();
    const std::size_t premise = next[from];
    next.erase(next.begin() + static_cast<std::ptrdiff_t>(from));
    next.insert(next.begin() + static_cast<std::ptrdiff_t>(to), premise);
    return with_early_tests(body_, next);
  }

  /// Returns a random number in (0, 1], the same on every machine.
  double chance() { return (static_cast<double>(random_() >> 11) + 1) * 0x1p-53; }

  std::optional<double> known_or_new(const PremiseOrder& order, double limit) {
    const auto found = seen_.find(order);
    if (found != seen_.end() && (found->second.exact || found->second.cost > limit)) {
      return found->second.cost;
    }
    const std::optional<double> cost = cost_(order, limit);
    seen_[order] = cost ? Known{*cost, true} : Known{limit, false};
    return cost;
  }

  struct Known {
    double cost = 0;
    bool exact = false;  ///< otherwise the cost is a lower bound
  };

  const FreeBody& body_;
  const OrderCost& cost_;
  std::size_t evaluations_;
  std::mt19937_64 random_;
  std::map<PremiseOrder, Known> seen_;
};

}  // namespace

PrefixTrials estimated_trials(const FreeBody& body, const Metarules& metarules) {
  return [&body, &metarules](const PremiseOrder& prefix,
                             double limit) -> std::optional<std::vector<double>> {
    Bound bound(body.variables());
    std::vector<double> trials;
    double alive = 1;
    double sum = 0;
    for (const std::size_t premise : prefix) {
      trials.push_back(alive);
      sum += alive;
      const double matches = metarules.priority(body.views(), premise, bound).value_or(1);
      // A premise that binds nothing only filters bindings.
      alive *= body.binds(premise, bound) ? matches : std::min(1.0, matches);
      body.bind(premise, bound);
    }
    trials.push_back(alive);
    if (sum > limit) return std::nullopt;
    return trials;
  };
}

PremiseOrder with_early_tests(const FreeBody& body, const PremiseOrder& order) {
  Bound bound(body.variables());
  PremiseOrder rest = order;
  PremiseOrder result;
  while (!rest.empty()) {
    const auto ready = [&](std::size_t premise) { return !body.binds(premise, bound); };
    // Adds all premises that bind nothing, in their order; the tested values stay the same.
    std::copy_if(rest.begin(), rest.end(), std::back_inserter(result), ready);
    std::erase_if(rest, ready);
    const auto next = std::find_if(rest.begin(), rest.end(), [&](std::size_t premise) {
      return body.may_stand(premise, bound);
    });
    if (next == rest.end()) continue;
    result.push_back(*next);
    body.bind(*next, bound);
    rest.erase(next);
  }
  return result;
}

std::optional<PremiseOrder> shortest_order(const FreeBody& body, const Metarules& metarules,
                                           const PrefixTrials& trials, double known,
                                           const OrderSearchLimits& limits, TestOrder test_order) {
  return ShortestPath(body, metarules, trials, known, limits, test_order).run();
}

PremiseOrder annealed_order(const FreeBody& body, const PremiseOrder& start, const OrderCost& cost,
                            const OrderSearchLimits& limits) {
  return Annealing(body, cost, limits).run(start);
}

}  // namespace tesuji::passes
