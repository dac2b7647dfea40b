// Runs the agenda loop (ir/module/agenda.h) for every engine that keeps its facts in a
// WorkingMemory. Chooses the next rule and detects the end.
#pragma once

#include "runtime/host/production/production.h"
#include "runtime/host/production/working_memory.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tesuji::runtime {

/// The relations that a rule's premises read, by number.
struct AgendaReads {
  std::vector<std::uint32_t> present;  ///< scanned, probed or tested
  std::vector<std::uint32_t> absent;   ///< tested for absence
};

/// Runs one rule over the memory. Adds to the counts; leaves memory.status negative if it had to
/// stop.
using RunAgenda = std::function<void(std::size_t agenda, WorkingMemory&, AgendaCounts&)>;

/// Runs rules until no round has one to run, or a limit is reached. `counts` has an element per
/// rule, its trials sized. Fills all of the result except the facts. Throws LimitReached if the
/// memory can hold no more facts.
void run_agenda_loop(const std::vector<AgendaReads>& reads, const ProductionLimits& limits,
                     WorkingMemory& memory, const RunAgenda& run, ProductionResult& result);

}  // namespace tesuji::runtime
