// Interprets production rules (ir/module/agenda.h) over an indexed working memory, and counts the
// cost of matching.
#pragma once

#include "backend/agenda/agenda_program.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace tesuji::interpreter {

/// A fact that a rule has just added.
struct Addition {
  std::size_t rule = 0;
  std::uint32_t relation = 0;
  std::span<const std::uint32_t> row;        ///< positions in the columns' domains
  std::span<const std::uint32_t>
      variables;  ///< positions in the domains of the columns that bound them
};
/// Called in run() for each fact.
using AdditionObserver = std::function<void(const Addition&)>;

/// Creates a production system of the module's agendas. The module must pass the verifier. run()
/// throws runtime::LimitReached if the memory is full. With an observer (it may be empty), only one
/// thread may run it at a time.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> make_agenda_interpreter(
    std::shared_ptr<const ir::Module> module, AdditionObserver observer = nullptr);

/// Creates a runner for its single rules.
[[nodiscard]] std::unique_ptr<agenda::RuleRunner> make_rule_interpreter(
    std::shared_ptr<const ir::Module> module);

}  // namespace tesuji::interpreter
