// Runs production rules naively, by forward chaining: the oracle.
//
// It runs agendas as ir/module/agenda.h defines them, operation by operation over plain lists of
// facts, without indexes, in the order that passes have given them. Shares no code with passes or
// other engines.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <memory>

namespace tesuji::reference {

/// Creates a production system of the module's agendas. The module must pass the verifier.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> make_forward_chainer(
    std::shared_ptr<const ir::Module> module);

}  // namespace tesuji::reference
