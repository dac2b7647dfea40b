// Verifies agendas: their operations, and that conclusions are about memory relations.
#include "ir/verify/operation_verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace tesuji::ir {
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
