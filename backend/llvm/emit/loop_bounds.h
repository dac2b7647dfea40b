// Computes upper bounds of the steps of a plan, independent of estimates.
#pragma once

#include "ir/module/module.h"

#include <span>
#include <vector>

namespace tesuji::llvm_backend {

/// Steps of loops that may pass before generated code looks whether it is to stop: some
/// milliseconds.
inline constexpr double most_steps_unwatched = 1 << 22;

/// Per operation of a sequence, as ir::Plan::ops is one, the most steps that its loop and all that
/// stands inside of it may take: what the domains' sizes, static rows and the limit of rows allow.
[[nodiscard]] std::vector<double> most_steps(const ir::Module& module,
                                             std::span<const ir::Operation> operations);

/// Whether the plan may take more steps than most_steps_unwatched.
[[nodiscard]] bool may_take_long(const ir::Module& module, const ir::Plan& plan);

}  // namespace tesuji::llvm_backend
