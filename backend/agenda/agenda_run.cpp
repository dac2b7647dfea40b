#include "backend/agenda/agenda_run.h"

#include <cstddef>
#include <vector>

namespace tesuji::agenda {

runtime::ProductionResult run_program(const AgendaProgram& program, const runtime::Facts& initial,
                                      const runtime::ProductionLimits& limits,
                                      const runtime::RunAgenda& run) {
  const std::vector<ir::Relation>& relations = program.module().relations;
  const auto fixed = [&](std::size_t r) { return relations[r].kind == ir::RelationKind::fixed; };
  runtime::WorkingMemory memory(program.shapes());
  for (std::size_t r = 0; r < relations.size(); ++r) {
    memory.load(r, fixed(r) ? program.fixed()[r] : initial[r]);
  }
  runtime::ProductionResult result;
  for (const AgendaCode& code : program.agendas()) {
    result.counts.emplace_back().trials.resize(code.places);
  }
  run_agenda_loop(program.reads(), limits, memory, run, result);
  for (std::size_t r = 0; r < relations.size(); ++r) {
    result.deduced.push_back(fixed(r) ? runtime::FactRows{} : memory.added_rows(r));
    result.memory.push_back(fixed(r) ? runtime::FactRows{} : memory.rows(r));
  }
  return result;
}

}  // namespace tesuji::agenda
