// Verifies plans: their operations, and that every relation read is known in the stratum.
#include "ir/verify/operation_verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::ir {
namespace {

class PlanVerifier : public OperationVerifier {
 public:
  PlanVerifier(Verification& run, const Plan& plan, std::uint32_t stratum)
      : OperationVerifier(run, "plan " + plan.rule, plan.ops, plan.variables, plan.span),
        plan_(plan),
        stratum_(stratum) {}

  void verify() {
    OperationVerifier::verify();
    if (std::count_if(plan_.ops.begin(), plan_.ops.end(), concludes) > 1) {
      fault("it continues after its insert");
    }
    if (std::any_of(plan_.ops.begin(), plan_.ops.end(), concludes)) verify_given();
    if (deltas_ != (plan_.delta_of == no_id ? 0 : 1)) {
      fault(fmt::format("it scans {} deltas, and it is {}a delta plan", deltas_,
                        plan_.delta_of == no_id ? "not " : ""));
    }
  }

 private:
  [[nodiscard]] bool has_kind(Operation::Kind kind) const override {
    return kind != Operation::Kind::compare && kind != Operation::Kind::remove &&
           kind != Operation::Kind::compute && kind != Operation::Kind::unless;
  }

  void verify_relation(const Operation& op) override {
    if (op.kind == Operation::Kind::given) return verify_given(op);
    if (op.kind != Operation::Kind::insert) verify_call(op);
    if (op.delta) verify_delta(op);
    if (op.kind == Operation::Kind::absent) verify_absent(op);
    if (op.kind == Operation::Kind::insert) verify_insert(op);
  }

  /// Checks that a plan begins with the given values of a call exactly if its relation uses calls.
  void verify_given() {
    const Relation& head = run_.module.relations[plan_.ops.back().relation];
    const bool is_call = head.storage == Storage::call;
    if (is_call == (plan_.ops.front().kind == Operation::Kind::given)) return;
    fault(is_call ? fmt::format("{} is computed in calls, and it does not begin with `given`",
                                head.name)
                  : fmt::format("{} is given nothing, it is not computed in calls", head.name));
  }

  void verify_given(const Operation& op) {
    const Relation& relation = run_.module.relations[op.relation];
    if (&op != plan_.ops.data() || op.relation != plan_.ops.back().relation) {
      return fault("`given` must come first, for the relation inserted into");
    }
    for (std::size_t c = 0; c < op.args.size(); ++c) {
      const Argument::Kind kind = op.args[c].kind;
      if (kind == Argument::Kind::ignore) continue;
      if (kind == Argument::Kind::variable || !is_given_to_call(relation, c)) {
        fault(fmt::format("column {} of {} is not given so", c, relation.name));
      }
    }
  }

  void verify_call(const Operation& op) {
    const Relation& relation = run_.module.relations[op.relation];
    for (std::size_t c = 0; c < op.args.size(); ++c) {
      const Argument::Kind kind = op.args[c].kind;
      const bool known = kind == Argument::Kind::variable || kind == Argument::Kind::constant;
      if (known || !is_given_to_call(relation, c)) continue;
      fault(fmt::format("{} is called, and column {} is not given", relation.name, c));
    }
    if (relation.storage == Storage::call && !op.delta && calls_itself(op)) {
      fault(fmt::format("{} calls itself with what it is given, and never ends", relation.name));
    }
  }

  /// Whether the operation passes the values of the current call to the same relation.
  [[nodiscard]] bool calls_itself(const Operation& op) const {
    const Operation& given = plan_.ops.front();
    if (given.kind != Operation::Kind::given || given.relation != op.relation) return false;
    for (std::size_t c = 0; c < op.args.size(); ++c) {
      if (!is_given_to_call(run_.module.relations[op.relation], c)) continue;
      const Argument& own = given.args[c];
      if (own.kind == Argument::Kind::ignore || own.id != op.args[c].id ||
          (own.kind == Argument::Kind::constant) != (op.args[c].kind == Argument::Kind::constant)) {
        return false;
      }
    }
    return true;
  }

  void verify_absent(const Operation& op) {
    const Relation& relation = run_.module.relations[op.relation];
    if (relation.kind != RelationKind::derived || stratum_ == no_id) return;
    const std::uint32_t other = run_.stratum_of[op.relation];
    if (other != no_id && other < stratum_) return;
    fault(fmt::format("{} is tested for absence, but is not of a lower stratum", relation.name));
  }

  void verify_delta(const Operation& op) {
    ++deltas_;
    if (op.kind != Operation::Kind::scan) return fault("only scan has a delta");
    const bool recursive = stratum_ != no_id && run_.module.strata[stratum_].recursive;
    if (!recursive || run_.stratum_of[op.relation] != stratum_) {
      fault(fmt::format("{} has no delta here: it is not of this plan's recursive stratum",
                        run_.module.relations[op.relation].name));
    }
  }

  void verify_insert(const Operation& op) {
    const Relation& relation = run_.module.relations[op.relation];
    if (relation.kind != RelationKind::derived) {
      return fault(fmt::format("{} is not derived, and inserted into", relation.name));
    }
    const std::uint32_t own = run_.stratum_of[op.relation];
    if (own == no_id) {
      fault(fmt::format("{} is in no stratum", relation.name));
    } else if (stratum_ != no_id && stratum_ != own) {
      fault(fmt::format("{} is of stratum {}, and the plan is in stratum {}", relation.name, own,
                        stratum_));
    }
    verify_constants(op);
  }

  const Plan& plan_;
  const std::uint32_t stratum_;  ///< no_id if in none
  int deltas_ = 0;
};

/// Returns the stratum of each plan; no_id if it is in none.
std::vector<std::uint32_t> find_plans(Verification& run) {
  std::vector<std::uint32_t> stratum_of(run.module.plans.size(), no_id);
  for (std::size_t i = 0; i < run.module.strata.size(); ++i) {
    for (const std::uint32_t plan : run.module.strata[i].plans) {
      if (plan >= stratum_of.size()) {
        run.fault({}, fmt::format("stratum {} has no plan {}", i, plan));
      } else if (stratum_of[plan] != no_id) {
        run.fault(run.module.plans[plan].span,
                  fmt::format("plan {} is run twice", run.module.plans[plan].rule));
      } else {
        stratum_of[plan] = static_cast<std::uint32_t>(i);
      }
    }
  }
  return stratum_of;
}

}  // namespace

void verify_plans(Verification& run) {
  const std::vector<std::uint32_t> stratum_of = find_plans(run);
  if (!run.module.plans.empty() && run.module.level != Level::plans) {
    run.fault(run.module.plans[0].span, "a module at level clauses has plans");
    return;
  }
  std::set<std::pair<std::string_view, std::uint32_t>> names;
  for (std::size_t i = 0; i < run.module.plans.size(); ++i) {
    const Plan& plan = run.module.plans[i];
    if (!names.emplace(plan.rule, plan.delta_of).second) {
      run.fault(plan.span, fmt::format("there are two plans of this kind for {}", plan.rule));
    }
    PlanVerifier(run, plan, stratum_of[i]).verify();
  }
}

}  // namespace tesuji::ir
