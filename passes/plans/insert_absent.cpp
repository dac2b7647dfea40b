#include "passes/plans/insert_absent.h"

#include "ir/module/agenda_premises.h"
#include "ir/module/module.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::passes {

namespace {

// Inserts absent-checks into plans; insert_absent.h describes the pass.

using ir::Argument;
using ir::Operation;

/// Steps of a check, by storage: testing a bit, or a hash table lookup.
constexpr double bit_check_cost = 1;
constexpr double table_check_cost = 4;
/// Assumed probability that a tuple of a recursive relation recurs in a later round.
constexpr double recursive_repetition = 0.5;

/// Returns the expected steps of the operations for `arriving` bindings.
double steps(const std::vector<Operation>& ops, std::size_t first, std::size_t end,
             double arriving) {
  double total = 0;
  for (std::size_t i = first; i < end; ++i) {
    // Estimates inside an existence test are per binding.
    total += arriving;
    if (!ops[i].body.empty()) total += arriving * steps(ops[i].body, 0, ops[i].body.size(), 1);
    if (walks(ops[i])) total += std::max(0.0, ops[i].estimate - arriving);
    arriving = ops[i].estimate;
  }
  return total;
}

/// Sums up the tuples that plans are expected to derive for one relation, as shares of all tuples
/// that each could add. Two inserts may add the same tuple unless they have different constants in
/// a column; to avoid comparing all plans of a relation, shares are summed by the constants in the
/// common columns of two patterns of constants.
class DerivedShares {
 public:
  /// Must be called for all inserts before any is added.
  void announce(const Operation& insert) { patterns_.insert(pattern_of(insert)); }

  void add(const Operation& insert, double share) {
    const Pattern own = pattern_of(insert);
    std::set<Constants> common;
    for (const Pattern& other : patterns_) common.insert(constants_of(insert, other));
    for (const Constants& constants : common) shares_[{own, constants}] += share;
  }

  /// Returns the sum of all added shares of inserts that may coincide with this one.
  [[nodiscard]] double coinciding(const Operation& insert) const {
    double sum = 0;
    for (const Pattern& other : patterns_) {
      const auto found = shares_.find({other, constants_of(insert, other)});
      if (found != shares_.end()) sum += found->second;
    }
    return sum;
  }

 private:
  using Pattern = std::vector<bool>;             ///< by column: whether there is a constant
  using Constants = std::vector<std::uint32_t>;  ///< by column: no_id if the pattern has none there

  static Pattern pattern_of(const Operation& insert) {
    Pattern pattern;
    for (const Argument& arg : insert.args) {
      pattern.push_back(arg.kind == Argument::Kind::constant);
    }
    return pattern;
  }

  /// Returns the constants in the columns where the other pattern has constants, too.
  static Constants constants_of(const Operation& insert, const Pattern& other) {
    Constants constants;
    for (std::size_t c = 0; c < insert.args.size(); ++c) {
      const bool both = other[c] && insert.args[c].kind == Argument::Kind::constant;
      constants.push_back(both ? insert.args[c].id : ir::no_id);
    }
    return constants;
  }

  std::set<Pattern> patterns_;
  std::map<std::pair<Pattern, Constants>, double> shares_;
};

class Checks {
 public:
  explicit Checks(ir::Module& module) : module_(module), earlier_(module.relations.size()) {
    for (const ir::Stratum& stratum : module_.strata) {
      for (const std::uint32_t number : stratum.plans) {
        const Operation& head = module_.plans[number].ops.back();
        earlier_[head.relation].announce(head);
      }
    }
  }

  bool run() {
    bool changed = false;
    for (const ir::Stratum& stratum : module_.strata) {
      for (const std::uint32_t number : stratum.plans) {
        ir::Plan& plan = module_.plans[number];
        changed |= insert(plan, stratum.recursive && plan.delta_of != ir::no_id);
        const Operation& head = plan.ops.back();
        earlier_[head.relation].add(head, head.estimate / combinations(head));
      }
    }
    return changed;
  }

 private:
  bool insert(ir::Plan& plan, bool delta) {
    const bool marked = std::any_of(plan.ops.begin(), plan.ops.end(), [](const Operation& op) {
      return op.kind == Operation::Kind::unless_derived;
    });
    if (marked) return false;
    const std::size_t end = plan.ops.size() - 1;
    const Operation& head = plan.ops[end];
    if (module_.relations[head.relation].storage == ir::Storage::call) return false;
    std::set<ir::VariableId> wanted;
    for (const Argument& arg : head.args) {
      if (arg.kind == Argument::Kind::variable) wanted.insert(arg.id);
    }
    bool others = false;  // variables other than those of the head are bound
    std::size_t place = 0;
    std::set<ir::VariableId> open = wanted;
    for (; !open.empty(); ++place) {
      for (const Argument& arg : plan.ops[place].args) {
        if (arg.kind != Argument::Kind::binder) continue;
        open.erase(arg.id);
        others |= !wanted.contains(arg.id);
      }
    }
    if (place == end) return false;
    const double live = place == 0 ? 1 : plan.ops[place - 1].estimate;
    if (live <= 0) return false;
    const double derived = std::min(1.0, head.estimate / live);  // share of the arriving bindings
    double repeated = delta ? recursive_repetition : 0;
    if (others) repeated = std::max(repeated, derived * repetition(live, combinations(head)));
    // Probability that earlier plans have derived the tuple.
    repeated = std::max(repeated, std::min(1.0, earlier_[head.relation].coinciding(head)));
    const double saved = repeated * steps(plan.ops, place, end, live) / live;
    const bool bits = module_.relations[head.relation].storage == ir::Storage::bits;
    if (saved <= (bits ? bit_check_cost : table_check_cost)) return false;
    Operation check;
    check.kind = Operation::Kind::unless_derived;
    check.estimate = live * (1 - std::min(1.0, repeated));
    check.origin = "insert-absent";
    check.span = head.span;
    plan.ops.insert(plan.ops.begin() + static_cast<std::ptrdiff_t>(place), std::move(check));
    return true;
  }

  /// Returns the number of tuples that the insert could add.
  [[nodiscard]] double combinations(const Operation& insert) const {
    const ir::Relation& relation = module_.relations[insert.relation];
    double product = 1;
    for (std::size_t c = 0; c < insert.args.size(); ++c) {
      if (insert.args[c].kind == Argument::Kind::constant) continue;
      product *= static_cast<double>(module_.domains[relation.columns[c]].values.size());
    }
    return std::max(product, 1.0);
  }

  /// Returns the share of `bindings`, spread evenly over `combinations`, that repeat an earlier
  /// one.
  static double repetition(double bindings, double combinations) {
    if (bindings <= 1) return 0;
    return 1 - combinations * -std::expm1(-bindings / combinations) / bindings;
  }

  ir::Module& module_;
  std::vector<DerivedShares> earlier_;  ///< by relation: for the plans that run earlier
};

/// Inserts `unless_derived` into the module's plans, after the operation that binds the last
/// variable of the head, if it is expected to save more steps than it takes: if the tuple may be
/// derived repeatedly, and the remaining work costs at least as much as the check. Returns whether
/// anything changed.
bool insert_absent_checks(ir::Module& module) {
  return module.level == ir::Level::plans && Checks(module).run();
}

/// Whether a check before this operation would save no work: there is already one, or only
/// comparisons and functions, which are cheaper, precede the conclusions. Adding a fact tests for
/// it anyway.
bool saves_nothing(const std::vector<Operation>& ops, std::size_t next) {
  while (ops[next].kind == Operation::Kind::compare || ops[next].kind == Operation::Kind::compute) {
    ++next;
  }
  return ops[next].kind == Operation::Kind::unless_derived ||
         ops[next].kind == Operation::Kind::insert;
}

bool insert_absent(ir::Agenda& agenda) {
  if (!only_adds(agenda)) return false;
  const std::vector<ir::VariableId> wanted = conclusion_variables(agenda);
  std::vector<bool> bound(agenda.variables.size());
  std::vector<Operation> ops;
  bool changed = false;
  for (std::size_t i = 0; i < agenda.ops.size(); ++i) {
    ops.push_back(agenda.ops[i]);
    if (!binds(agenda.ops[i])) continue;
    mark_bound(agenda.ops[i], bound);
    const bool ready = std::all_of(wanted.begin(), wanted.end(),
                                   [&](ir::VariableId variable) { return bound[variable]; });
    if (!ready || saves_nothing(agenda.ops, i + 1)) continue;
    Operation check;
    check.kind = Operation::Kind::unless_derived;
    check.estimate = agenda.ops[i].estimate;
    check.origin = "insert-absent";
    check.span = agenda.ops[i].span;
    ops.push_back(std::move(check));
    changed = true;
  }
  agenda.ops = std::move(ops);
  return changed;
}

}  // namespace

bool insert_absent(ir::Module& module, PassContext& /*context*/) {
  bool changed = false;
  for (ir::Agenda& agenda : module.agendas) changed |= insert_absent(agenda);
  changed |= insert_absent_checks(module);
  return changed;
}

}  // namespace tesuji::passes
