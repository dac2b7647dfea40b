// One run of a production system: facts in, the agenda loop, facts out.
#pragma once

#include "backend/agenda/agenda_program.h"
#include "runtime/host/production.h"

namespace tesuji::agenda {

/// What ProductionSystem::run promises, for an engine whose `run` runs one rule of
/// the program. Throws LimitReached where the memory takes no more facts.
[[nodiscard]] runtime::ProductionResult run_program(const AgendaProgram& program,
                                                    const runtime::Facts& initial,
                                                    const runtime::ProductionLimits& limits,
                                                    const runtime::RunAgenda& run);

}  // namespace tesuji::agenda
