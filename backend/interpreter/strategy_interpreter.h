// Runs the procs of a strategy without code generation: their executable semantics.
#pragma once

#include "ir/module/proc.h"
#include "runtime/host/strategy/strategy.h"

#include <span>
#include <string>

namespace tesuji::interpreter {

/// Returns the procs as interpreted predicates, in source order; `order` names the procs that
/// choose moves. The code owns all data that it needs. Throws std::invalid_argument as ir::resolve
/// and runtime::find_order do.
[[nodiscard]] runtime::StrategyCode interpret_strategy(std::span<const ir::Proc> procs,
                                                       std::span<const std::string> order);

}  // namespace tesuji::interpreter
