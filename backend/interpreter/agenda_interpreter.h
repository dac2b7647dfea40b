// Runs production rules (ir/module/agenda.h) over an indexed working memory, operation by
// operation, and counts what matching costs.
#pragma once

#include "backend/agenda/agenda_run.h"
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
  std::span<const std::uint32_t> variables;  ///< positions in the domains of what bound them
};
/// Is called in run(), fact by fact.
using AdditionObserver = std::function<void(const Addition&)>;

/// The module's agendas as a production system. The module must pass the verifier.
/// run() throws runtime::LimitReached where the memory takes no more facts. With an observer, which
/// may be empty, only one thread may run it at a time.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> make_agenda_interpreter(
    std::shared_ptr<const ir::Module> module, AdditionObserver observer = nullptr);

/// Its rules one by one.
[[nodiscard]] std::unique_ptr<agenda::RuleRunner> make_rule_interpreter(
    std::shared_ptr<const ir::Module> module);

}  // namespace tesuji::interpreter
