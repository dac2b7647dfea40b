// The naive forward chainer for production rules: the oracle.
//
// It runs agendas as ir/module/agenda.h defines them, operation by operation over plain
// lists of facts, without indexes, whatever order and checks passes have given them.
// Shares no code with passes or other engines.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <memory>

namespace tesuji::reference {

/// The module's agendas as a production system. The module must pass the verifier.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> make_forward_chainer(
    std::shared_ptr<const ir::Module> module);

}  // namespace tesuji::reference
