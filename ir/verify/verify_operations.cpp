// Verifies plans and agendas: the properties that their operations share, that a plan reads only
// relations known in its stratum, and that an agenda's conclusions are about memory relations.
#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::ir {
namespace {

// --- Operations
//
// Verifies the common properties of operations in plans and agendas.

/// Verifies the operations of one plan or agenda: every variable is bound once and before its uses,
/// existence tests contain no conclusions, absent-checks have no effect on the result.
class OperationVerifier {
 public:
  /// `unit`: `plan NAME` or `agenda NAME`, for messages.
  OperationVerifier(Verification& run, std::string unit, const std::vector<Operation>& ops,
                    const std::vector<std::string>& variables, const Span& span);
  virtual ~OperationVerifier() = default;

  void verify();

 protected:
  /// Verifies an operation over a relation with the right number of columns.
  virtual void verify_relation(const Operation& op) = 0;
  /// Whether the unit may contain such an operation at all.
  [[nodiscard]] virtual bool has_kind(Operation::Kind kind) const = 0;
  virtual void verify_exists_place() {}

  /// Reports a fault of the current operation, or of the unit otherwise.
  void fault(const std::string& what);
  /// Checks that the operation is in a rule that only adds, after the conclusions' variables are
  /// bound.
  void verify_settled(std::string_view what);
  /// Checks that constants of a conclusion are in the domains of its columns.
  void verify_constants(const Operation& conclusion);

  Verification& run_;

 private:
  enum class State : std::uint8_t { fresh, bound, closed };

  void verify(const Operation& op);
  /// Checks that used variables are bound, and that binders and `_` occur only where allowed.
  void use(const std::vector<Argument>& args, bool may_bind, bool may_ignore);
  void bind(const std::vector<Argument>& args);
  void verify_exists(const Operation& op);
  /// Checks that the body only reads facts and compares, and uses only the outer variables in
  /// `args`.
  void verify_unless(const Operation& op);
  void verify_compute(const Operation& op);
  void verify_probe(const Operation& op);

  const std::string unit_;
  const std::vector<Operation>& ops_;
  const std::vector<std::string>& variables_;
  const Span& span_;
  std::vector<State> state_;
  std::vector<VariableId> bound_;  ///< in binding order
  const Operation* current_ = nullptr;
  int depth_ = 0;  ///< nesting of exists and unless
  int unless_depth_ = 0;
};

OperationVerifier::OperationVerifier(Verification& run, std::string unit,
                                     const std::vector<Operation>& ops,
                                     const std::vector<std::string>& variables, const Span& span)
    : run_(run),
      unit_(std::move(unit)),
      ops_(ops),
      variables_(variables),
      span_(span),
      state_(variables.size(), State::fresh) {}

void OperationVerifier::verify() {
  if (!span_.known()) fault("it has no span");
  run_.check_variable_names(variables_, unit_, span_);
  const auto conclusions = std::find_if(ops_.begin(), ops_.end(), concludes);
  if (conclusions == ops_.end()) fault("it has no conclusion");
  for (auto op = ops_.begin(); op != ops_.end(); ++op) {
    current_ = &*op;
    if (op > conclusions && !concludes(*op)) fault("a premise after a conclusion");
    verify(*op);
  }
  current_ = nullptr;
}

void OperationVerifier::fault(const std::string& what) {
  const bool located = current_ != nullptr && current_->span.known();
  run_.fault(located ? current_->span : span_, fmt::format("{}: {}", unit_, what));
}

void OperationVerifier::verify(const Operation& op) {
  current_ = &op;
  if (!has_kind(op.kind)) return fault("it has an operation of another kind of unit");
  if (!std::isfinite(op.estimate) || op.estimate < 0) fault("an estimate is not a number of rows");
  const Span& span = op.span.known() ? op.span : span_;
  if (!run_.check_arguments(op.args, state_.size(), span) ||
      !run_.check_arguments(op.right, state_.size(), span)) {
    return;
  }
  switch (op.kind) {
    case Operation::Kind::exists:
      if (unless_depth_ == 0) verify_exists_place();
      return verify_exists(op);
    case Operation::Kind::unless:
      return verify_unless(op);
    case Operation::Kind::compute:
      return verify_compute(op);
    case Operation::Kind::unless_derived:
      // The skipped bindings add nothing only if the conclusions are already known.
      if (depth_ > 0) fault("unless_derived inside an exists");
      return verify_settled("unless_derived");
    case Operation::Kind::compare:
      if (op.args.size() != 2) return fault("a comparison has two sides");
      return use(op.args, false, false);
    case Operation::Kind::different:
    case Operation::Kind::same:
      if (op.args.size() != op.right.size()) fault("tuples of different length are compared");
      use(op.args, false, false);
      return use(op.right, false, false);
    default:
      break;
  }
  if (!run_.check_relation(op.relation, op.args.size(), span)) return;
  verify_relation(op);
  if (op.kind == Operation::Kind::probe) verify_probe(op);
  const bool asks = !concludes(op);
  const bool may_bind = walks(op) || op.kind == Operation::Kind::given;
  use(op.args, may_bind, asks);
  if (may_bind) bind(op.args);
}

void OperationVerifier::use(const std::vector<Argument>& args, bool may_bind, bool may_ignore) {
  for (const Argument& argument : args) {
    if (argument.kind == Argument::Kind::binder && !may_bind) {
      fault(fmt::format("?{} is bound where nothing can be", variables_[argument.id]));
    } else if (argument.kind == Argument::Kind::ignore && !may_ignore) {
      fault("`_` where a value is needed");
    } else if (argument.kind == Argument::Kind::variable) {
      const std::string& name = variables_[argument.id];
      if (state_[argument.id] == State::fresh) fault(name + " is used before it is bound");
      if (state_[argument.id] == State::closed) fault(name + " is used outside its exists");
    }
  }
}

void OperationVerifier::bind(const std::vector<Argument>& args) {
  for (const Argument& argument : args) {
    if (argument.kind != Argument::Kind::binder) continue;
    if (state_[argument.id] != State::fresh) {
      fault(fmt::format("{} is bound twice", variables_[argument.id]));
    }
    state_[argument.id] = State::bound;
    bound_.push_back(argument.id);
  }
}

void OperationVerifier::verify_exists(const Operation& op) {
  const std::size_t outside = bound_.size();
  ++depth_;
  for (const Operation& inner : op.body) {
    current_ = &inner;
    if (concludes(inner)) {
      fault(fmt::format("{} contains a conclusion",
                        op.kind == Operation::Kind::unless ? "unless" : "exists"));
    }
    verify(inner);
  }
  --depth_;
  while (bound_.size() > outside) {
    state_[bound_.back()] = State::closed;
    bound_.pop_back();
  }
}

void OperationVerifier::verify_unless(const Operation& op) {
  use(op.args, false, false);
  const std::vector<VariableId> outside = bound_;
  for (const Argument& argument : op.args) {
    if (argument.kind != Argument::Kind::variable)
      fault("unless has a constant among its variables");
  }
  if (op.body.empty()) fault("unless has no operations");
  const auto look_at = [&](const auto& self, const std::vector<Operation>& ops) -> void {
    for (const Operation& inner : ops) {
      if (inner.kind == Operation::Kind::absent || inner.kind == Operation::Kind::unless ||
          inner.kind == Operation::Kind::unless_derived) {
        fault("unless contains a premise that asks for absence");
      }
      for (const Argument& argument : inner.args) {
        if (argument.kind != Argument::Kind::variable) continue;
        const bool is_outside =
            std::find(outside.begin(), outside.end(), argument.id) != outside.end();
        if (is_outside && std::find(op.args.begin(), op.args.end(), argument) == op.args.end()) {
          fault(fmt::format("unless does not name {}", variables_[argument.id]));
        }
      }
      self(self, inner.body);
    }
  };
  look_at(look_at, op.body);
  ++unless_depth_;
  verify_exists(op);
  --unless_depth_;
}

void OperationVerifier::verify_compute(const Operation& op) {
  if (op.args.empty()) return fault("a computation has no result");
  if (!depth_of(op.computation)) return fault("a computation does not leave one value");
  for (const ComputationStep& step : op.computation) {
    if (!step.is_function && (step.argument == 0 || step.argument >= op.args.size())) {
      return fault("a computation uses an argument that it does not have");
    }
  }
  use({op.args.begin() + 1, op.args.end()}, false, false);
  use({op.args.front()}, true, false);
  bind({op.args.front()});
}

void OperationVerifier::verify_settled(std::string_view what) {
  for (const Operation& op : ops_) {
    if (!concludes(op)) continue;
    if (op.kind == Operation::Kind::remove) {
      fault(fmt::format("{} in a rule that removes", what));
    }
    for (const Argument& argument : op.args) {
      if (argument.kind != Argument::Kind::variable || argument.id >= state_.size()) continue;
      if (state_[argument.id] == State::bound) continue;
      return fault(fmt::format("{} precedes the binding of {}, a variable of a conclusion", what,
                               variables_[argument.id]));
    }
  }
}

void OperationVerifier::verify_probe(const Operation& op) {
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

void OperationVerifier::verify_constants(const Operation& conclusion) {
  const Relation& relation = run_.module.relations[conclusion.relation];
  for (std::size_t i = 0; i < conclusion.args.size(); ++i) {
    const Argument& argument = conclusion.args[i];
    if (argument.kind != Argument::Kind::constant) continue;
    const Domain& domain = run_.module.domains[relation.columns[i]];
    if (domain.position(argument.id) >= 0) continue;
    fault(
        fmt::format("{} is not in domain {}", run_.module.symbols->text(argument.id), domain.name));
  }
}

}  // namespace

// --- Plans

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

// --- Agendas

namespace {

class AgendaVerifier : public OperationVerifier {
 public:
  AgendaVerifier(Verification& run, const Agenda& agenda)
      : OperationVerifier(run, "agenda " + agenda.name, agenda.ops, agenda.variables, agenda.span) {
  }

 private:
  [[nodiscard]] bool has_kind(Operation::Kind kind) const override {
    return kind != Operation::Kind::different && kind != Operation::Kind::same &&
           kind != Operation::Kind::given;
  }

  void verify_exists_place() override { verify_settled("exists"); }

  void verify_relation(const Operation& op) override {
    if (op.delta) fault("production rules have no deltas");
    if (!concludes(op)) return;
    const Relation& relation = run_.module.relations[op.relation];
    if (relation.kind != RelationKind::memory) {
      return fault(fmt::format("{} is concluded, but is not a memory", relation.name));
    }
    verify_constants(op);
  }
};

/// Checks that computed numbers, and constants compared with them, are in the open domain.
void verify_open_domain(Verification& run) {
  const DomainId open = run.module.open_domain();
  const auto is_in = [&](Symbol symbol) { return run.module.domains[open].position(symbol) >= 0; };
  const auto look_at = [&](const auto& self, const std::vector<Operation>& ops) -> void {
    for (const Operation& op : ops) {
      if (op.kind == Operation::Kind::compute && open == no_id) {
        run.fault(op.span, "a number is computed, and no domain is open");
      }
      self(self, op.body);
      if (open == no_id || has_relation(op)) continue;
      for (const Argument& argument : op.args) {
        if (argument.kind != Argument::Kind::constant || is_in(argument.id)) continue;
        run.fault(op.span, fmt::format("{} is not in the open domain",
                                       run.module.symbols->text(argument.id)));
      }
    }
  };
  for (const Agenda& agenda : run.module.agendas) look_at(look_at, agenda.ops);
  for (DomainId id = 0; open != no_id && id < run.module.domains.size(); ++id) {
    const Domain& domain = run.module.domains[id];
    if (id != open && domain.open) run.fault({}, "there are two open domains");
    if (!std::all_of(domain.values.begin(), domain.values.end(), is_in)) {
      run.fault(
          {}, fmt::format("domain {} has a constant that is not in the open domain", domain.name));
    }
  }
  for (const Relation& relation : run.module.relations) {
    const bool any =
        std::find(relation.columns.begin(), relation.columns.end(), open) != relation.columns.end();
    if (open == no_id || !any || relation.kind == RelationKind::memory) continue;
    run.fault_at(relation,
                 fmt::format("{} has an open column, but is not a memory", relation.name));
  }
}

}  // namespace

void verify_agendas(Verification& run) {
  if (run.module.agendas.empty()) return;
  for (const Relation& relation : run.module.relations) {
    if (relation.kind != RelationKind::fixed && relation.kind != RelationKind::memory) {
      run.fault_at(relation,
                   fmt::format("{} is neither static nor memory, beside agendas", relation.name));
    }
    if (std::find(relation.columns.begin(), relation.columns.end(), no_id) !=
        relation.columns.end()) {
      run.fault_at(relation, fmt::format("{} has a column without a domain", relation.name));
    }
  }
  if (!run.good()) return;
  verify_open_domain(run);
  if (!run.good()) return;
  std::set<std::string_view> names;
  for (const Agenda& agenda : run.module.agendas) {
    if (!names.insert(agenda.name).second) {
      run.fault(agenda.span, fmt::format("there are two agendas named {}", agenda.name));
    }
    const auto conclusions = std::find_if(agenda.ops.begin(), agenda.ops.end(), concludes);
    if (count_operations({agenda.ops.begin(), conclusions}) > max_agenda_premises) {
      run.fault(agenda.span, fmt::format("agenda {}: it has more than {} premises", agenda.name,
                                         max_agenda_premises));
    }
    AgendaVerifier(run, agenda).verify();
  }
}

}  // namespace tesuji::ir
