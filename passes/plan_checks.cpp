#include "passes/plan_checks.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Operation;

/// Steps that a check takes, by storage: a bit, or a look into a hash table.
constexpr double bit_check_cost = 1;
constexpr double table_check_cost = 4;
/// How likely a tuple of a recursive relation is to come up again in a later round.
constexpr double recursive_repetition = 0.5;

/// Steps that the operations are expected to take for `arriving` bindings.
double steps(const std::vector<Operation>& ops, std::size_t first, std::size_t end,
             double arriving) {
  double total = 0;
  for (std::size_t i = first; i < end; ++i) {
    // Of an existence test the estimates inside are those for one binding.
    total += arriving;
    if (!ops[i].body.empty()) total += arriving * steps(ops[i].body, 0, ops[i].body.size(), 1);
    const bool walks =
        ops[i].kind == Operation::Kind::scan || ops[i].kind == Operation::Kind::probe;
    if (walks) total += std::max(0.0, ops[i].estimate - arriving);
    arriving = ops[i].estimate;
  }
  return total;
}

/// Whether the two inserts may add one and the same tuple.
bool may_coincide(const Operation& a, const Operation& b) {
  for (std::size_t c = 0; c < a.args.size(); ++c) {
    if (a.args[c].kind == Argument::Kind::constant && b.args[c].kind == Argument::Kind::constant &&
        a.args[c].id != b.args[c].id) {
      return false;
    }
  }
  return true;
}

class Checks {
 public:
  explicit Checks(ir::Module& module) : module_(module), earlier_(module.relations.size()) {}

  bool run() {
    bool changed = false;
    for (const ir::Stratum& stratum : module_.strata) {
      for (const std::uint32_t number : stratum.plans) {
        ir::Plan& plan = module_.plans[number];
        changed |= insert(plan, stratum.recursive && plan.delta_of != ir::no_id);
        earlier_[plan.ops.back().relation].push_back(&plan);
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
    std::set<ir::VariableId> wanted;
    for (const Argument& arg : head.args) {
      if (arg.kind == Argument::Kind::variable) wanted.insert(arg.id);
    }
    bool others = false;  // variables besides those of the head are bound
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
    const double derived = std::min(1.0, head.estimate / live);  // of those that arrive here
    double repeated = delta ? recursive_repetition : 0;
    if (others) repeated = std::max(repeated, derived * repetition(live, combinations(head)));
    repeated = std::max(repeated, expected_before(head));
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

  /// Tuples that the insert could add.
  [[nodiscard]] double combinations(const Operation& insert) const {
    const ir::Relation& relation = module_.relations[insert.relation];
    double product = 1;
    for (std::size_t c = 0; c < insert.args.size(); ++c) {
      if (insert.args[c].kind == Argument::Kind::constant) continue;
      product *= static_cast<double>(module_.domains[relation.columns[c]].values.size());
    }
    return std::max(product, 1.0);
  }

  /// Of so many bindings spread evenly over the combinations, the share that others have
  /// come before with the same.
  static double repetition(double bindings, double combinations) {
    if (bindings <= 1) return 0;
    return 1 - combinations * -std::expm1(-bindings / combinations) / bindings;
  }

  /// How likely plans that run before have derived the tuple.
  [[nodiscard]] double expected_before(const Operation& insert) const {
    double share = 0;
    for (const ir::Plan* plan : earlier_[insert.relation]) {
      const Operation& other = plan->ops.back();
      if (may_coincide(insert, other)) share += other.estimate / combinations(other);
      if (share >= 1) break;
    }
    return std::min(1.0, share);
  }

  ir::Module& module_;
  std::vector<std::vector<const ir::Plan*>> earlier_;  ///< per relation, of its stratum
};

}  // namespace

bool insert_absent_checks(ir::Module& module) {
  return module.level == ir::Level::plans && Checks(module).run();
}

}  // namespace tesuji::passes
