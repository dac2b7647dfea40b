#include "backend/agenda/agenda_run.h"

#include <utility>

namespace tesuji::agenda {
namespace {

class AgendaSystem final : public runtime::ProductionSystem {
 public:
  explicit AgendaSystem(std::unique_ptr<RuleRunner> runner) : runner_(std::move(runner)) {}

  runtime::ProductionResult run(const runtime::Facts& initial,
                                const runtime::ProductionLimits& limits) const override {
    const AgendaProgram& program = runner_->program();
    const ir::Relations& relations = program.module().relations;
    const auto fixed = [&](std::size_t r) { return relations[r].kind == ir::RelationKind::fixed; };
    runtime::WorkingMemory memory(program.shapes());
    for (std::size_t r = 0; r < relations.size(); ++r) {
      memory.load(r, fixed(r) ? program.fixed()[r] : initial[r]);
    }
    runtime::ProductionResult result;
    for (const AgendaCode& code : program.agendas()) {
      result.counts.emplace_back().trials.resize(code.places);
    }
    run_agenda_loop(
        program.reads(), limits, memory,
        [&](std::size_t rule, runtime::WorkingMemory& facts, runtime::AgendaCounts& counts) {
          runner_->run(rule, facts, counts);
        },
        result);
    for (std::size_t r = 0; r < relations.size(); ++r) {
      result.deduced.push_back(fixed(r) ? runtime::FactRows{} : memory.added_rows(r));
      result.memory.push_back(fixed(r) ? runtime::FactRows{} : memory.rows(r));
    }
    return result;
  }

 private:
  std::unique_ptr<RuleRunner> runner_;
};

}  // namespace

std::unique_ptr<runtime::ProductionSystem> make_production_system(
    std::unique_ptr<RuleRunner> runner) {
  return std::make_unique<AgendaSystem>(std::move(runner));
}

}  // namespace tesuji::agenda
