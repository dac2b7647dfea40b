// Converts numbers that rules have computed to constants, and prints them in messages.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <vector>

namespace tesuji::driver {

/// Returns the module with these numbers appended to its open domain, so that a run's facts can be
/// read with it. Interns their names.
[[nodiscard]] ir::Module with_numbers(const ir::Module& module,
                                      const runtime::ComputedNumbers& computed);

/// Warns, at each function that had no value, of the first reason (code "compute"). `module` must
/// contain the run's numbers.
void warn_of_failures(const ir::Module& module,
                      const std::vector<runtime::ComputationFailure>& failures,
                      ir::Diagnostics& diagnostics);

/// `division by zero`, `` `red` is not a number``.
[[nodiscard]] std::string reason_text(const ir::Module& module,
                                      const runtime::ComputationFailure& failure);

/// Returns the operation at a place of the rule, numbered as in AgendaCounts::trials.
[[nodiscard]] const ir::Operation& operation_at(const ir::Agenda& agenda, std::size_t place);

}  // namespace tesuji::driver
