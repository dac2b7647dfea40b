// Runs production rules (ir/agenda.h) over an indexed working memory, operation by
// operation: the first engine, and the one that tells what matching costs.
#pragma once

#include "backend/agenda/agenda_run.h"
#include "ir/module.h"
#include "runtime/host/production.h"

#include <memory>

namespace tesuji::interpreter {

/// The module's agendas as a production system. The module must pass the verifier.
/// run() throws runtime::LimitReached where the memory takes no more facts.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> make_agenda_interpreter(
    std::shared_ptr<const ir::Module> module);

/// Its rules one by one.
[[nodiscard]] std::unique_ptr<agenda::RuleRunner> make_rule_interpreter(
    std::shared_ptr<const ir::Module> module);

}  // namespace tesuji::interpreter
