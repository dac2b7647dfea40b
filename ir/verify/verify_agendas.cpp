// Agendas: every variable bound once and before its uses, conclusions at the end,
// absent-checks and existence tests only where they change nothing.
#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

namespace tesuji::ir {
namespace {

bool concludes(const AgendaOperation& op) {
  return op.kind == AgendaOperation::Kind::add || op.kind == AgendaOperation::Kind::remove;
}

using Place = std::vector<AgendaOperation>::const_iterator;

/// Operations, with those inside existence tests; the reader bounds their nesting.
std::size_t size_of(Place begin, Place end) {
  auto size = static_cast<std::size_t>(end - begin);
  for (; begin != end; ++begin) size += size_of(begin->body.begin(), begin->body.end());
  return size;
}

class AgendaVerifier {
 public:
  AgendaVerifier(Verification& run, const Agenda& agenda)
      : run_(run), agenda_(agenda), state_(agenda.variables.size(), State::fresh) {}

  void verify() {
    if (!agenda_.span.known()) fault("it has no span");
    run_.check_variable_names(agenda_.variables, "agenda " + agenda_.name, agenda_.span);
    conclusions_ = std::find_if(agenda_.ops.begin(), agenda_.ops.end(), concludes);
    if (conclusions_ == agenda_.ops.end()) fault("it has no conclusion");
    only_adds_ = std::all_of(conclusions_, agenda_.ops.end(), [](const AgendaOperation& op) {
      return op.kind == AgendaOperation::Kind::add;
    });
    if (size_of(agenda_.ops.begin(), conclusions_) > max_agenda_premises) {
      fault(fmt::format("it has more than {} premises", max_agenda_premises));
    }
    for (auto op = agenda_.ops.begin(); op != agenda_.ops.end(); ++op) {
      current_ = &*op;
      if (op > conclusions_ && !concludes(*op)) fault("a premise stands behind a conclusion");
      verify(*op);
    }
  }

 private:
  enum class State : std::uint8_t { fresh, bound, closed };

  void fault(const std::string& what) {
    const bool located = current_ != nullptr && current_->span.known();
    run_.fault(located ? current_->span : agenda_.span,
               fmt::format("agenda {}: {}", agenda_.name, what));
  }

  void verify(const AgendaOperation& op) {
    current_ = &op;
    if (!std::isfinite(op.estimate) || op.estimate < 0) fault("an estimate is no number of rows");
    const Span& span = op.span.known() ? op.span : agenda_.span;
    if (!run_.check_arguments(op.args, state_.size(), span)) return;
    switch (op.kind) {
      case AgendaOperation::Kind::exists:
        return verify_exists(op);
      case AgendaOperation::Kind::unless_derived:
        return verify_absent_check();
      case AgendaOperation::Kind::compare:
        if (op.args.size() != 2) return fault("a comparison has two sides");
        return use(op.args, false, false);
      default:
        break;
    }
    if (!run_.check_relation(op.relation, op.args.size(), span)) return;
    switch (op.kind) {
      case AgendaOperation::Kind::probe:
        verify_probe(op);
        [[fallthrough]];
      case AgendaOperation::Kind::scan:
        use(op.args, true, true);
        return bind(op.args);
      case AgendaOperation::Kind::test:
      case AgendaOperation::Kind::absent:
        return use(op.args, false, true);
      default:
        use(op.args, false, false);
        verify_conclusion(op);
    }
  }

  /// Uses are of bound variables; binders and `_` only where they may be.
  void use(const std::vector<Argument>& args, bool may_bind, bool may_ignore) {
    for (const Argument& argument : args) {
      if (argument.kind == Argument::Kind::binder && !may_bind) {
        fault(fmt::format("?{} is bound where nothing can be", agenda_.variables[argument.id]));
      } else if (argument.kind == Argument::Kind::ignore && !may_ignore) {
        fault("`_` stands where a value is needed");
      } else if (argument.kind == Argument::Kind::variable) {
        const std::string& name = agenda_.variables[argument.id];
        if (state_[argument.id] == State::fresh) fault(name + " is used before it is bound");
        if (state_[argument.id] == State::closed) fault(name + " is used outside its exists");
      }
    }
  }

  void bind(const std::vector<Argument>& args) {
    for (const Argument& argument : args) {
      if (argument.kind != Argument::Kind::binder) continue;
      if (state_[argument.id] != State::fresh) {
        fault(fmt::format("{} is bound twice", agenda_.variables[argument.id]));
      }
      state_[argument.id] = State::bound;
      bound_.push_back(argument.id);
    }
  }

  /// An existence test in the source language would be a premise of its own; here it
  /// only stands for premises whose further witnesses could add nothing.
  void verify_exists(const AgendaOperation& op) {
    if (!only_adds_) fault("exists stands in a rule that removes: every witness counts there");
    verify_conclusions_bound("exists");
    const std::size_t outside = bound_.size();
    ++depth_;
    for (const AgendaOperation& inner : op.body) {
      if (concludes(inner)) fault("exists contains a conclusion");
      verify(inner);
    }
    --depth_;
    while (bound_.size() > outside) {
      state_[bound_.back()] = State::closed;
      bound_.pop_back();
    }
  }

  void verify_absent_check() {
    if (depth_ > 0) fault("an absent-check inside exists skips nothing");
    if (!only_adds_) fault("an absent-check stands in a rule that removes");
    verify_conclusions_bound("an absent-check");
  }

  void verify_conclusions_bound(std::string_view what) {
    for (auto op = conclusions_; op != agenda_.ops.end(); ++op) {
      for (const Argument& argument : op->args) {
        if (argument.kind != Argument::Kind::variable || argument.id >= state_.size()) continue;
        if (state_[argument.id] == State::bound) continue;
        return fault(fmt::format("{} stands before the conclusion's variable {} is bound", what,
                                 agenda_.variables[argument.id]));
      }
    }
  }

  void verify_probe(const AgendaOperation& op) {
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

  void verify_conclusion(const AgendaOperation& op) {
    const Relation& relation = run_.module.relations[op.relation];
    if (relation.kind != RelationKind::memory) {
      return fault(fmt::format("{} is no memory, and concluded", relation.name));
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
  const Agenda& agenda_;
  Place conclusions_;
  bool only_adds_ = false;
  int depth_ = 0;  ///< of exists
  std::vector<State> state_;
  std::vector<VariableId> bound_;  ///< in the order of their binding
  const AgendaOperation* current_ = nullptr;
};

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
  std::set<std::string_view> names;
  for (const Agenda& agenda : run.module.agendas) {
    if (!names.insert(agenda.name).second) {
      run.fault(agenda.span, fmt::format("there are two agendas named {}", agenda.name));
    }
    AgendaVerifier(run, agenda).verify();
  }
}

}  // namespace tesuji::ir
