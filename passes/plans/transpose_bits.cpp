#include "passes/plans/transpose_bits.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Operation;

/// Cost of testing a bit, relative to a step with a match.
constexpr double look_cost = 0.5;
/// Expected number of calls in one state served by a plan of a relation computed in calls.
constexpr double calls_per_state = 16;

/// The relation, and the columns that scans have given.
using Access = std::pair<ir::RelationId, std::vector<bool>>;

class Transposition {
 public:
  explicit Transposition(ir::Module& module) : module_(module) {}

  bool run() {
    for (const ir::Plan& plan : module_.plans) {
      add_savings(plan, plan.ops, is_call(plan.ops.back().relation) ? calls_per_state : 1);
    }
    for (const auto& [access, saving] : savings_) {
      if (saving >= min_saving * cost_of_copy(access.first)) add_copy(access);
    }
    if (copies_.empty()) return false;
    for (ir::Stratum& stratum : module_.strata) {
      for (const std::uint32_t plan : stratum.plans) redirect(module_.plans[plan].ops);
    }
    add_plans();
    return true;
  }

 private:
  [[nodiscard]] bool is_call(ir::RelationId id) const {
    return module_.relations[id].storage == ir::Storage::call;
  }

  [[nodiscard]] double size(ir::RelationId id, std::size_t column) const {
    const ir::DomainId domain = module_.relations[id].columns[column];
    return static_cast<double>(module_.domains[domain].values.size());
  }

  [[nodiscard]] static std::vector<bool> given_columns(const Operation& op) {
    std::vector<bool> given;
    for (const Argument& arg : op.args) {
      given.push_back(arg.kind == Argument::Kind::constant || arg.kind == Argument::Kind::variable);
    }
    return given;
  }

  /// Whether the operation scans bits of a fluent with given columns after those that it binds.
  [[nodiscard]] bool is_candidate(const Operation& op) const {
    if (op.kind != Operation::Kind::scan || op.delta) return false;
    const ir::Relation& relation = module_.relations[op.relation];
    if (relation.kind != ir::RelationKind::state || relation.storage != ir::Storage::bits) {
      return false;
    }
    const std::vector<bool> given = given_columns(op);
    const auto free = std::find(given.begin(), given.end(), false);
    return std::find(free, given.end(), true) != given.end();
  }

  /// Returns the iterations of the scan beyond those of a scan of contiguous bits.
  [[nodiscard]] double loops(const Operation& op) const {
    const std::vector<bool> given = given_columns(op);
    const auto last =
        static_cast<std::size_t>(given.rend() - std::find(given.rbegin(), given.rend(), true));
    double product = 1;
    for (std::size_t c = 0; c < last; ++c) {
      if (!given[c]) product *= size(op.relation, c);
    }
    return product - 1;
  }

  void add_savings(const ir::Plan& plan, const std::vector<Operation>& ops, double arriving) {
    double live = 1;
    for (const Operation& op : ops) {
      if (is_candidate(op)) {
        const Access access{op.relation, given_columns(op)};
        savings_[access] += look_cost * arriving * live * loops(op);
        spans_.try_emplace(access, plan.span);
      }
      add_savings(plan, op.body, arriving * live);
      live = op.estimate;
    }
  }

  [[nodiscard]] double cost_of_copy(ir::RelationId id) const {
    constexpr double word_bits = 64;
    const ir::Relation& relation = module_.relations[id];
    return 2 * relation.expected_rows +
           2 * static_cast<double>(module_.product_size(relation)) / word_bits;
  }

  /// Returns the columns in the copy's order: given ones first.
  [[nodiscard]] static std::vector<std::size_t> order_of(const std::vector<bool>& given) {
    std::vector<std::size_t> order;
    for (const bool wanted : {true, false}) {
      for (std::size_t c = 0; c < given.size(); ++c) {
        if (given[c] == wanted) order.push_back(c);
      }
    }
    return order;
  }

  template <typename T>
  [[nodiscard]] static std::vector<T> ordered(const std::vector<T>& all,
                                              const std::vector<std::size_t>& order) {
    std::vector<T> result;
    for (const std::size_t c : order) result.push_back(all[c]);
    return result;
  }

  void add_copy(const Access& access) {
    const ir::Relation& relation = module_.relations[access.first];
    ir::Relation copy;
    copy.columns = ordered(relation.columns, order_of(access.second));
    copy.storage = ir::Storage::bits;
    copy.span = relation.span;
    copy.expected_rows = relation.expected_rows;
    copy.written = ir::written_name(relation);
    copies_[access] = module_.add_helper(ir::Origin::projection, access.first, std::move(copy));
  }

  void redirect(std::vector<Operation>& ops) {
    for (Operation& op : ops) {
      redirect(op.body);
      if (!is_candidate(op)) continue;
      const std::vector<bool> given = given_columns(op);
      const auto copy = copies_.find({op.relation, given});
      if (copy == copies_.end()) continue;
      op.relation = copy->second;
      op.args = ordered(op.args, order_of(given));
    }
  }

  [[nodiscard]] bool reads(const std::vector<Operation>& ops, ir::RelationId id) const {
    return std::any_of(ops.begin(), ops.end(), [&](const Operation& op) {
      return op.relation == id || reads(op.body, id);
    });
  }

  [[nodiscard]] bool reads(const ir::Entry& entry, ir::RelationId id) const {
    return std::any_of(entry.strata.begin(), entry.strata.end(), [&](std::uint32_t stratum) {
      const std::vector<std::uint32_t>& plans = module_.strata[stratum].plans;
      return std::any_of(plans.begin(), plans.end(),
                         [&](std::uint32_t plan) { return reads(module_.plans[plan].ops, id); });
    });
  }

  void add_plans() {
    for (const auto& [access, copy] : copies_) {
      const auto stratum = static_cast<std::uint32_t>(module_.strata.size());
      for (ir::Entry& entry : module_.entries) {
        if (reads(entry, copy)) entry.strata.insert(entry.strata.begin(), stratum);
      }
      ir::Stratum& made = module_.strata.emplace_back();
      made.relations = {copy};
      made.plans = {static_cast<std::uint32_t>(module_.plans.size())};
      module_.plans.push_back(plan_of(access, copy));
    }
  }

  [[nodiscard]] ir::Plan plan_of(const Access& access, ir::RelationId copy) const {
    ir::Plan plan;
    plan.rule = module_.relations[copy].name + "#1";
    plan.span = spans_.at(access);
    Operation scan;
    scan.relation = access.first;
    Operation insert;
    insert.kind = Operation::Kind::insert;
    insert.relation = copy;
    for (ir::VariableId v = 0; v < access.second.size(); ++v) {
      plan.variables.push_back("V" + std::to_string(v));
      scan.args.push_back(Argument::binder(v));
      insert.args.push_back(Argument::variable(v));
    }
    insert.args = ordered(insert.args, order_of(access.second));
    for (Operation* op : {&scan, &insert}) {
      op->span = plan.span;
      op->estimate = module_.relations[copy].expected_rows;
      op->origin = "transpose-bits";
    }
    plan.ops = {std::move(scan), std::move(insert)};
    return plan;
  }

  ir::Module& module_;
  std::map<Access, double> savings_;
  std::map<Access, ir::Span> spans_;  ///< of the first plan with this access
  std::map<Access, ir::RelationId> copies_;
};

}  // namespace

bool transpose_bits(ir::Module& module, PassContext& /*context*/) {
  return Transposition(module).run();
}

}  // namespace tesuji::passes
