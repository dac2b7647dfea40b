// Runs the agenda loop (ir/module/agenda.h) for every engine that keeps its facts in a
// WorkingMemory: chooses the next rule and detects the end.
#pragma once

#include "runtime/host/production/production.h"
#include "runtime/host/production/working_memory.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tesuji::runtime {

/// What a rule's premises read, as relation numbers.
struct AgendaReads {
  std::vector<std::uint32_t> present;  ///< scanned, probed or tested
  std::vector<std::uint32_t> absent;   ///< asked to be absent
};

/// Runs one rule over the memory. Adds to the counts; leaves memory.status negative
/// when it had to stop.
using RunAgenda = std::function<void(std::size_t agenda, WorkingMemory&, AgendaCounts&)>;

/// Runs rules until no round has one to run, or a limit is reached. `counts` has an
/// element per rule, its trials sized. Fills everything of the result but the facts.
/// Throws LimitReached where the memory takes no more facts.
void run_agenda_loop(const std::vector<AgendaReads>& reads, const ProductionLimits& limits,
                     WorkingMemory& memory, const RunAgenda& run, ProductionResult& result);

}  // namespace tesuji::runtime
