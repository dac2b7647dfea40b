#include "passes/calls/choose_calls.h"

#include "passes/analysis/dependencies.h"
#include "passes/calls/call_uses.h"
#include "passes/clauses/demand_candidates.h"
#include "passes/clauses/static_bounds.h"
#include "passes/clauses/stratify.h"
#include "passes/plans/planning.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tesuji::passes {

// --- Recursion

namespace {

using ir::Argument;

/// Maps each value to its successors in the facts.
using Steps = std::map<ir::Symbol, std::set<ir::Symbol>>;

void add_steps(const Steps& steps, Steps& into) {
  for (const auto& [from, next] : steps) into[from].insert(next.begin(), next.end());
}

bool is_function(const Steps& steps) {
  return std::all_of(steps.begin(), steps.end(),
                     [](const auto& step) { return step.second.size() <= 1; });
}

/// Returns the pairs of values that a literal over facts allows in two of its columns; nullopt if
/// it has one of them twice, with others in between: each match would be a call.
std::optional<Steps> steps_of(const ir::Relation& relation, const ir::Literal& literal,
                              std::size_t from, std::size_t to) {
  Steps steps;
  const std::size_t arity = literal.args.size();
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    const ir::Symbol* cells = relation.facts.cells.data() + row * arity;
    bool agrees = true;
    for (std::size_t c = 0; c < arity; ++c) {
      const Argument& arg = literal.args[c];
      agrees = agrees && (arg.kind != Argument::Kind::constant || arg.id == cells[c]);
    }
    if (agrees && !steps[cells[from]].insert(cells[to]).second) return std::nullopt;
  }
  return steps;
}

/// Returns the steps from one value to the other that a literal of the rule allows; nullopt if no
/// literal over facts contains both.
std::optional<Steps> steps_between(const ir::Module& module, const ir::Rule& rule,
                                   const Argument& from, const Argument& to) {
  std::optional<Steps> fewest;
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::positive) continue;
    const ir::Relation& relation = module.relations[literal.relation];
    if (relation.kind != ir::RelationKind::fixed) continue;
    const auto a = std::find(literal.args.begin(), literal.args.end(), from);
    const auto b = std::find(literal.args.begin(), literal.args.end(), to);
    if (a == literal.args.end() || b == literal.args.end() || a == b) continue;
    std::optional<Steps> steps =
        steps_of(relation, literal, static_cast<std::size_t>(a - literal.args.begin()),
                 static_cast<std::size_t>(b - literal.args.begin()));
    if (!steps) continue;
    if (!fewest || (is_function(*steps) && !is_function(*fewest))) fewest = std::move(steps);
  }
  return fewest;
}

/// Returns the length of the longest path by these steps; nullopt if there is a cycle. Each value
/// must have at most one successor.
std::optional<std::size_t> longest_way(const Steps& steps) {
  std::size_t longest = 0;
  for (const auto& [start, unused] : steps) {
    std::size_t length = 0;
    for (auto at = steps.find(start); at != steps.end(); at = steps.find(*at->second.begin())) {
      if (++length > steps.size()) return std::nullopt;
    }
    longest = std::max(longest, length);
  }
  return longest;
}

/// A literal of the relation in one of its own rules.
struct OwnRead {
  const ir::Rule* rule;
  const ir::Literal* literal;
};

class Recursion {
 public:
  Recursion(const ir::Module& module, const std::vector<bool>& given)
      : module_(module), given_(given) {}

  [[nodiscard]] bool asks_for_the_same(const OwnRead& read) const {
    for (std::size_t c = 0; c < given_.size(); ++c) {
      if (given_[c] && read.literal->args[c] != read.rule->head_args[c]) return false;
    }
    return true;
  }

  /// Whether these calls, whose values differ from the given ones, terminate and are few.
  [[nodiscard]] bool descends(const std::vector<OwnRead>& reads) const {
    std::vector<Steps> all(given_.size());
    std::vector<bool> moves(given_.size(), true);  // in every read
    for (const OwnRead& read : reads) {
      for (std::size_t c = 0; c < given_.size(); ++c) {
        const Argument& from = read.rule->head_args[c];
        const Argument& to = read.literal->args[c];
        if (!given_[c] || from == to) {
          moves[c] = false;
          continue;
        }
        if (from.kind != Argument::Kind::variable || to.kind != Argument::Kind::variable) {
          return false;
        }
        const std::optional<Steps> steps = steps_between(module_, *read.rule, from, to);
        if (!steps) return false;
        add_steps(*steps, all[c]);
      }
    }
    std::optional<std::size_t> shortest;
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (!is_function(all[c])) return false;
      const std::optional<std::size_t> length = moves[c] ? longest_way(all[c]) : std::nullopt;
      if (length) shortest = std::min(shortest.value_or(*length), *length);
    }
    return shortest && std::pow(static_cast<double>(reads.size()),
                                static_cast<double>(*shortest)) <= max_recursive_calls;
  }

 private:
  const ir::Module& module_;
  const std::vector<bool>& given_;
};

}  // namespace

bool calls_end(const ir::Module& module, ir::RelationId relation,
               const std::vector<std::uint32_t>& rules, const std::vector<bool>& given) {
  std::vector<OwnRead> reads;
  for (const std::uint32_t number : rules) {
    const ir::Rule& rule = module.rules[number];
    std::size_t own = 0;
    for (const ir::Literal& literal : rule.body) {
      if (literal.relation != relation) continue;
      ++own;
      reads.push_back({&rule, &literal});
    }
    if (own > 1) return false;
  }
  if (reads.empty()) return true;
  const Recursion recursion(module, given);
  const auto same = std::count_if(reads.begin(), reads.end(), [&](const OwnRead& read) {
    return recursion.asks_for_the_same(read);
  });
  if (same != 0) return static_cast<std::size_t>(same) == reads.size();
  return recursion.descends(reads);
}

// --- The pass

namespace {

// Estimates the cost of calling relations.

/// Weight of calls by rules that need an initially empty fluent: the estimates for such fluents are
/// mostly too high.
inline constexpr double weight_of_rare_rules = 1.0 / 16;

using ir::Operation;

/// Steps of a call in addition to those of its plans.
constexpr double steps_of_call = 4;
/// Expected number of recursive calls of a recursive relation per outer call.
constexpr double recursive_calls = 4;

bool is_rare(const ir::Module& module, const std::vector<Operation>& ops) {
  return std::any_of(ops.begin(), ops.end(), [&](const Operation& op) {
    if (is_rare(module, op.body)) return true;
    if (op.relation == ir::no_id || op.kind == Operation::Kind::absent) return false;
    const ir::Relation& relation = module.relations[op.relation];
    return relation.kind == ir::RelationKind::state &&
           (relation.init == ir::no_id || module.relations[relation.init].facts.rows == 0);
  });
}

class CallCosts {
 public:
  explicit CallCosts(const ir::Module& module)
      : module_(module), each_(module.relations.size(), 0), calls_(module.relations.size(), 0) {}

  std::vector<double> run() {
    for (const ir::Stratum& stratum : module_.strata) add_cost_of_each(stratum);
    for (std::size_t s = module_.strata.size(); s-- > 0;) count_calls(module_.strata[s]);
    std::vector<double> costs(each_.size());
    for (std::size_t id = 0; id < costs.size(); ++id) costs[id] = calls_[id] * each_[id];
    return costs;
  }

 private:
  [[nodiscard]] bool is_call(ir::RelationId id) const {
    return id != ir::no_id && module_.relations[id].storage == ir::Storage::call;
  }

  /// Returns the steps of the operations, for `arriving` bindings, including those of calls.
  double steps(const std::vector<Operation>& ops, double arriving, ir::RelationId own) const {
    double sum = 0;
    double live = 1;
    for (const Operation& op : ops) {
      const bool reads = op.kind != Operation::Kind::insert && op.kind != Operation::Kind::given;
      sum += arriving * live;
      if (reads && is_call(op.relation) && op.relation != own && !op.delta) {
        sum += arriving * live * each_[op.relation];
      }
      sum += steps(op.body, arriving * live, own);
      if (walks(op)) sum += arriving * std::max(0.0, op.estimate - live);
      live = op.estimate;
    }
    return sum;
  }

  void add_cost_of_each(const ir::Stratum& stratum) {
    const ir::RelationId id = stratum.relations.empty() ? ir::no_id : stratum.relations.front();
    if (!is_call(id)) return;
    double sum = steps_of_call;
    for (const std::uint32_t plan : stratum.plans) sum += steps(module_.plans[plan].ops, 1, id);
    each_[id] = stratum.recursive ? recursive_calls * sum : sum;
  }

  void add_calls(const std::vector<Operation>& ops, double arriving, ir::RelationId own) {
    double live = 1;
    for (const Operation& op : ops) {
      const bool reads = op.kind != Operation::Kind::insert && op.kind != Operation::Kind::given;
      if (reads && is_call(op.relation) && op.relation != own) {
        calls_[op.relation] += arriving * live;
      }
      add_calls(op.body, arriving * live, own);
      live = op.estimate;
    }
  }

  /// Callers come first: processes strata from the last one on.
  void count_calls(const ir::Stratum& stratum) {
    for (const std::uint32_t plan : stratum.plans) {
      const std::vector<Operation>& ops = module_.plans[plan].ops;
      const ir::RelationId head = ops.back().relation;
      const double arriving = is_call(head) ? calls_[head] : 1;
      add_calls(ops, is_rare(module_, ops) ? arriving * weight_of_rare_rules : arriving, head);
    }
  }

  const ir::Module& module_;
  std::vector<double> each_;   ///< steps of one call
  std::vector<double> calls_;  ///< in one state
};

/// Returns by relation the steps of all calls in one state; 0 for relations without Storage::call.
/// Requires strata.
std::vector<double> costs_of_calls(ir::Module& module, PassContext& context) {
  const PlannedModule planned(module, context);
  return CallCosts(module).run();
}

class CallChoice {
 public:
  CallChoice(ir::Module& module, PassContext& context)
      : module_(module), context_(context), dependencies_(find_dependencies(module)) {
    const DemandCandidates candidates = find_demand_candidates(module, context);
    large_ = candidates.large;
    rows_ = candidates.rows;
    whole_ = candidates.steps;
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      const ir::Relation& relation = module.relations[id];
      const std::uint32_t component = dependencies_.component[id];
      candidate_.push_back(relation.kind == ir::RelationKind::derived &&
                           relation.answer == ir::Answer::none && !candidates.initial[id] &&
                           !candidates.fixed[id] && !dependencies_.rules[id].empty() &&
                           dependencies_.members[component].size() == 1 &&
                           module.product_size(relation) >= min_called_tuples);
    }
  }

  bool run() {
    leave_out_callers();
    if (!any()) return false;
    const Saved saved{module_.rules, module_.strata, module_.entries, module_.relations.size()};
    for (;;) {
      if (const auto failed = call_relations(module_, dependencies_, candidate_, rows_)) {
        candidate_[*failed] = false;
      } else if (const auto dear = too_dear(); !dear.empty()) {
        for (const ir::RelationId id : dear) candidate_[id] = false;
      } else {
        break;
      }
      restore(saved);
      leave_out_callers();
      if (!any()) return false;
    }
    return true;
  }

 private:
  struct Saved {
    std::vector<ir::Rule> rules;
    std::vector<ir::Stratum> strata;
    std::vector<ir::Entry> entries;
    std::size_t relations;
  };
  void restore(const Saved& saved) {
    module_.rules = saved.rules;
    module_.strata = saved.strata;
    module_.entries = saved.entries;
    module_.relations.truncate(saved.relations);
    for (ir::Relation& relation : module_.relations) {
      if (relation.storage != ir::Storage::call) continue;
      relation.storage = ir::Storage::unset;
      relation.indexes.clear();
    }
  }

  [[nodiscard]] bool any() const {
    return std::find(candidate_.begin(), candidate_.end(), true) != candidate_.end();
  }

  /// Excludes relations that read large relations which are not called: a call would read them
  /// completely.
  void leave_out_callers() {
    for (const auto& members : dependencies_.members) {
      for (const ir::RelationId id : members) {
        for (const std::uint32_t rule : dependencies_.rules[id]) {
          for (const ir::Literal& literal : module_.rules[rule].body) {
            if (literal.relation == ir::no_id || literal.relation >= large_.size()) continue;
            if (large_[literal.relation] && !candidate_[literal.relation]) candidate_[id] = false;
          }
        }
      }
    }
  }

  /// Returns relations that are expected to cost far more in calls than computed whole.
  std::vector<ir::RelationId> too_dear() {
    std::vector<ir::RelationId> dear;
    stratify(module_, context_);
    const std::vector<double> costs = costs_of_calls(module_, context_);
    std::vector<double> sums(candidate_.size(), 0);
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      sums[id < sums.size() ? id : module_.relations[id].origin_of] += costs[id];
    }
    for (ir::RelationId id = 0; id < sums.size(); ++id) {
      const double most = whole_[id] < min_whole_steps ? 1 : most_for_whole;
      if (candidate_[id] && sums[id] > most * whole_[id]) dear.push_back(id);
    }
    return dear;
  }

  ir::Module& module_;
  PassContext& context_;
  const Dependencies dependencies_;
  std::vector<bool> large_;
  std::vector<double> rows_;  ///< expected
  std::vector<bool> candidate_;
  std::vector<double> whole_;  ///< steps to compute each relation completely
};

}  // namespace

bool choose_calls(ir::Module& module, PassContext& context) {
  if (!CallChoice(module, context).run()) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes
