// A formula's value in one window of states.
#pragma once

#include "backend/asp/observe/checker.h"
#include "backend/asp/observe/compiled_formula.h"

namespace tesuji::asp {

/// The instances that fail, as Checker::failing; there is at least one instance.
[[nodiscard]] std::span<const std::uint64_t> evaluate_failing(const CompiledFormula& formula,
                                                              const Observer& observer,
                                                              Window window,
                                                              Checker::Memory& memory);

}  // namespace tesuji::asp
