#include "backend/rules/order_rules.h"

#include "backend/rules/computed_numbers.h"
#include "backend/rules/production.h"
#include "ir/module/agenda_premises.h"
#include "passes/core/pass.h"
#include "passes/ordering/order_premises.h"
#include "passes/ordering/order_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

namespace tesuji::driver {
namespace {

using ir::Operation;

/// Converts rows of domain positions to constants.
ir::Facts as_symbols(const ir::Module& module, const ir::Relation& relation,
                     const runtime::FactRows& rows) {
  ir::Facts facts;
  facts.rows = rows.rows;
  for (std::size_t i = 0; i < rows.cells.size(); ++i) {
    const ir::Domain& domain = module.domains[relation.columns[i % relation.columns.size()]];
    facts.cells.push_back(domain.values[rows.cells[i]]);
  }
  return facts;
}

/// Returns the module with only this rule; the conclusions of other rules are given.
std::shared_ptr<ir::Module> isolate(const ir::Module& module, std::size_t agenda,
                                    const runtime::Facts& memory,
                                    const std::set<ir::RelationId>& concluded) {
  auto alone = std::make_shared<ir::Module>(module);
  alone->agendas = {module.agendas[agenda]};
  for (ir::RelationId id = 0; id < alone->relations.size(); ++id) {
    ir::Relation& relation = alone->relations[id];
    relation.indexes.clear();
    if (relation.kind != ir::RelationKind::memory || concluded.contains(id)) continue;
    relation.facts = as_symbols(module, relation, memory[id]);
    relation.kind = ir::RelationKind::fixed;
  }
  return alone;
}

std::set<ir::RelationId> concluded_relations(const ir::Agenda& agenda) {
  std::set<ir::RelationId> relations;
  for (const Operation& op : ir::conclusions_of(agenda)) relations.insert(op.relation);
  return relations;
}

/// Returns an agenda that counts how often all its premises hold.
ir::Agenda counting(const ir::Agenda& agenda, ir::RelationId counted) {
  ir::Agenda result = agenda;
  Operation add;
  add.kind = Operation::Kind::insert;
  add.relation = counted;
  result.ops = {std::move(add)};
  return result;
}

void reset(ir::Module& module, const ir::Agenda& agenda, const std::vector<Operation>& premises) {
  for (ir::Relation& relation : module.relations) relation.indexes.clear();
  module.agendas[0] = agenda;
  ir::set_premises(module, module.agendas[0], premises);
}

runtime::ProductionLimits limit_of(double nodes) {
  runtime::ProductionLimits limits;
  // From 2^53 on, not every number is representable, and the limit is meaningless.
  if (nodes < 0x1p53) limits.nodes = static_cast<std::uint64_t>(std::max(0.0, std::ceil(nodes)));
  return limits;
}

void add_nodes(const std::vector<Operation>& ops, const runtime::AgendaCounts& counts,
               std::size_t& place, std::uint64_t& sum) {
  for (const Operation& op : ops) {
    if (!concludes(op)) sum += counts.trials[place];
    ++place;
    add_nodes(op.body, counts, place, sum);
  }
}

/// Binds the premise's variables. Returns the number of copies that it binds; a following
/// comparison equates each of them (ir/module/agenda_premises.h).
std::size_t bind(const Operation& premise, std::vector<bool>& bound) {
  if (premise.kind == Operation::Kind::compute) {
    const ir::Argument& result = premise.args.front();
    if (result.kind == ir::Argument::Kind::variable) bound[result.id] = true;
  }
  if (premise.kind != Operation::Kind::scan) return 0;
  std::size_t copies = 0;
  std::set<ir::VariableId> fresh;
  for (const ir::Argument& argument : premise.args) {
    if (argument.kind != ir::Argument::Kind::variable || bound[argument.id]) continue;
    copies += fresh.insert(argument.id).second ? 0 : 1;
  }
  for (const ir::VariableId variable : fresh) bound[variable] = true;
  return copies;
}

}  // namespace

RuleObservation::RuleObservation(const ir::Module& module, std::size_t agenda,
                                 const runtime::Facts& memory)
    : plain_(isolate(module, agenda, memory, {})),
      whole_(isolate(module, agenda, memory, concluded_relations(module.agendas[agenda]))),
      whole_agenda_(module.agendas[agenda]) {
  ir::Relation counted;
  counted.kind = ir::RelationKind::memory;
  plain_agenda_ = counting(whole_agenda_, plain_->add_helper(ir::Origin::change, ir::no_id,
                                                             std::move(counted), "bindings"));
}

std::optional<std::vector<double>> RuleObservation::prefix_trials(
    const std::vector<Operation>& premises, double limit) {
  reset(*plain_, plain_agenda_, premises);
  const auto system = compile_rules(plain_, ProductionEngine::interpreter);
  // Bindings that pass the last premise are not trials.
  const runtime::ProductionResult result = system->run(initial_facts(*plain_), limit_of(2 * limit));
  if (result.end != runtime::ProductionEnd::fixpoint) return std::nullopt;
  const std::vector<std::uint64_t>& trials = result.counts[0].trials;
  std::vector<double> found;
  std::vector<bool> bound(plain_->agendas[0].variables.size());
  std::size_t place = 0;
  std::size_t op = 0;
  for (const Operation& premise : premises) {
    // The premise, its nested operations, and the following comparisons.
    std::size_t places = 1 + count_operations(plain_->agendas[0].ops[op].body);
    const std::size_t copies = bind(premise, bound);
    places += copies;
    op += 1 + copies;
    found.push_back(0);
    for (; places > 0; --places) found.back() += static_cast<double>(trials[place++]);
  }
  found.push_back(static_cast<double>(trials[place]));
  double sum = 0;
  for (std::size_t i = 0; i + 1 < found.size(); ++i) sum += found[i];
  if (sum > limit) return std::nullopt;
  return found;
}

std::optional<double> RuleObservation::nodes(const std::vector<Operation>& premises,
                                             const std::vector<std::string_view>& passes,
                                             double limit) {
  reset(*whole_, whole_agenda_, premises);
  ir::Diagnostics diagnostics(*whole_->sources);
  passes::PassContext context{diagnostics, {}};
  if (!passes::run_pipeline(*whole_, passes, {}, context)) return std::nullopt;
  const auto system = compile_rules(whole_, ProductionEngine::interpreter);
  const runtime::ProductionResult result = system->run(initial_facts(*whole_), limit_of(limit));
  if (result.end != runtime::ProductionEnd::fixpoint) return std::nullopt;
  return static_cast<double>(count_nodes(whole_->agendas[0], result.counts[0]));
}

std::uint64_t count_nodes(const ir::Agenda& agenda, const runtime::AgendaCounts& counts) {
  std::size_t place = 0;
  std::uint64_t sum = 0;
  add_nodes(agenda.ops, counts, place, sum);
  return sum;
}

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
