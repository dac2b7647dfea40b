#include "ir/verify/operation_verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tesuji::ir {

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

}  // namespace tesuji::ir
