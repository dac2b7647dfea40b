// Plans: every variable bound once and before its uses, every operation in its place.
#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>

namespace tesuji::ir {
namespace {

class PlanVerifier {
 public:
  PlanVerifier(Verification& run, const Plan& plan, std::uint32_t stratum)
      : run_(run), plan_(plan), stratum_(stratum), state_(plan.variables.size(), State::fresh) {}

  void verify() {
    if (!plan_.span.known()) fault("it has no span");
    run_.check_variable_names(plan_.variables, "plan " + plan_.rule, plan_.span);
    if (plan_.ops.empty() || plan_.ops.back().kind != Operation::Kind::insert) {
      fault("it does not end in an insert");
    }
    for (std::size_t i = 0; i < plan_.ops.size(); ++i) {
      current_ = &plan_.ops[i];
      if (current_->kind == Operation::Kind::insert && i + 1 < plan_.ops.size()) {
        fault("it goes on after its insert");
      }
      verify(plan_.ops[i]);
    }
    current_ = nullptr;
    if (deltas_ != (plan_.delta_of == no_id ? 0 : 1)) {
      fault(fmt::format("it scans {} deltas, and it is {}a delta plan", deltas_,
                        plan_.delta_of == no_id ? "not " : ""));
    }
  }

 private:
  enum class State : std::uint8_t { fresh, bound, closed };

  void fault(const std::string& what) {
    const bool located = current_ != nullptr && current_->span.known();
    run_.fault(located ? current_->span : plan_.span, fmt::format("plan {}: {}", plan_.rule, what));
  }

  void verify(const Operation& op) {
    current_ = &op;
    if (!std::isfinite(op.estimate) || op.estimate < 0) fault("an estimate is no number of rows");
    const Span& span = op.span.known() ? op.span : plan_.span;
    if (!run_.check_arguments(op.args, state_.size(), span) ||
        !run_.check_arguments(op.right, state_.size(), span)) {
      return;
    }
    if (op.kind == Operation::Kind::exists) return verify_exists(op);
    if (op.kind == Operation::Kind::unless_derived) return verify_check();
    if (op.kind == Operation::Kind::different || op.kind == Operation::Kind::same) {
      if (op.args.size() != op.right.size()) fault("tuples of different length are compared");
      use(op.args, false, false);
      use(op.right, false, false);
      return;
    }
    if (!run_.check_relation(op.relation, op.args.size(), span)) return;
    if (op.delta) verify_delta(op);
    switch (op.kind) {
      case Operation::Kind::probe:
        verify_probe(op);
        [[fallthrough]];
      case Operation::Kind::scan:
        use(op.args, true, true);
        bind(op.args);
        break;
      case Operation::Kind::absent:
        verify_absent(op);
        [[fallthrough]];
      case Operation::Kind::test:
        use(op.args, false, true);
        break;
      default:
        use(op.args, false, false);
        verify_insert(op);
    }
  }

  /// Uses are of bound variables; binders and `_` only where they may be.
  void use(const std::vector<Argument>& args, bool may_bind, bool may_ignore) {
    for (const Argument& argument : args) {
      if (argument.kind == Argument::Kind::binder && !may_bind) {
        fault(fmt::format("?{} is bound where nothing can be", plan_.variables[argument.id]));
      } else if (argument.kind == Argument::Kind::ignore && !may_ignore) {
        fault("`_` stands where a value is needed");
      } else if (argument.kind == Argument::Kind::variable) {
        const std::string& name = plan_.variables[argument.id];
        if (state_[argument.id] == State::fresh) fault(name + " is used before it is bound");
        if (state_[argument.id] == State::closed) fault(name + " is used outside its exists");
      }
    }
  }

  void bind(const std::vector<Argument>& args) {
    for (const Argument& argument : args) {
      if (argument.kind != Argument::Kind::binder) continue;
      if (state_[argument.id] != State::fresh) {
        fault(fmt::format("{} is bound twice", plan_.variables[argument.id]));
      }
      state_[argument.id] = State::bound;
      bound_.push_back(argument.id);
    }
  }

  /// What the check skips adds nothing only if the tuple is known by then.
  void verify_check() {
    if (depth_ > 0) fault("unless_derived stands in an exists");
    if (plan_.ops.back().kind != Operation::Kind::insert) return;  // told elsewhere
    for (const Argument& argument : plan_.ops.back().args) {
      if (argument.kind != Argument::Kind::variable) continue;
      if (argument.id < state_.size() && state_[argument.id] != State::bound) {
        fault(fmt::format("unless_derived stands before {} of the insert is bound",
                          plan_.variables[argument.id]));
      }
    }
  }

  void verify_exists(const Operation& op) {
    const std::size_t outside = bound_.size();
    ++depth_;
    for (const Operation& inner : op.body) {
      current_ = &inner;
      if (inner.kind == Operation::Kind::insert) fault("exists contains an insert");
      verify(inner);
    }
    --depth_;
    while (bound_.size() > outside) {
      state_[bound_.back()] = State::closed;
      bound_.pop_back();
    }
  }

  void verify_probe(const Operation& op) {
    const Relation& relation = run_.module.relations[op.relation];
    if (op.index >= relation.indexes.size()) {
      return fault(fmt::format("{} has no index {}", relation.name, op.index));
    }
    for (const std::uint32_t column : relation.indexes[op.index]) {
      const Argument::Kind kind = op.args[column].kind;
      if (kind == Argument::Kind::binder || kind == Argument::Kind::ignore) {
        fault(fmt::format("column {} of the index is not given", column));
      }
    }
  }

  void verify_absent(const Operation& op) {
    const Relation& relation = run_.module.relations[op.relation];
    if (relation.kind != RelationKind::derived || stratum_ == no_id) return;
    const std::uint32_t other = run_.stratum_of[op.relation];
    if (other != no_id && other < stratum_) return;
    fault(fmt::format("{} is not of a lower stratum, and asked to be absent", relation.name));
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
    for (std::size_t i = 0; i < op.args.size(); ++i) {
      if (op.args[i].kind != Argument::Kind::constant) continue;
      const Domain& domain = run_.module.domains[relation.columns[i]];
      if (domain.position(op.args[i].id) >= 0) continue;
      fault(fmt::format("{} is not in domain {}", run_.module.symbols->text(op.args[i].id),
                        domain.name));
    }
  }

  Verification& run_;
  const Plan& plan_;
  const std::uint32_t stratum_;  ///< no_id: in none
  std::vector<State> state_;
  std::vector<VariableId> bound_;  ///< in the order of their binding
  const Operation* current_ = nullptr;
  int deltas_ = 0;
  int depth_ = 0;  ///< of exists
};

/// The stratum that each plan is in; no_id where it is in none.
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
    run.fault(run.module.plans[0].span, "there are plans in a module at level clauses");
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
