// Runs the rules of a program, one by one or as a production system.
#pragma once

#include "backend/agenda/agenda_program.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <memory>

namespace tesuji::agenda {

/// Executes single rules over a memory that the caller owns. Immutable; may be used by several
/// threads.
class RuleRunner {
 public:
  virtual ~RuleRunner() = default;
  [[nodiscard]] virtual const AgendaProgram& program() const = 0;
  /// Runs a rule once, as RunAgenda does, over a memory with the program's shapes and fixed facts.
  virtual void run(std::size_t rule, runtime::WorkingMemory& memory,
                   runtime::AgendaCounts& counts) const = 0;
};

/// Runs the rules in the agenda loop. Its run() throws LimitReached if the memory is full.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> make_production_system(
    std::unique_ptr<RuleRunner> runner);

}  // namespace tesuji::agenda
