// Generates one stratum as a function: it empties its relations, runs its plans, and, if it is
// recursive, repeats the delta plans until a round adds nothing.
#pragma once

#include "backend/llvm/emit/loop_bounds.h"
#include "backend/llvm/emit/module_context.h"
#include "backend/llvm/plans/plan_codegen.h"

#include <functional>

namespace tesuji::llvm_backend {

/// Functions with at most this many operations are inlined.
inline constexpr std::size_t inlined_operations = 96;

/// Whether the stratum may take long, so that it polls: it is recursive, fills tables, or has a
/// plan with many steps. `bounds`: of the module.
[[nodiscard]] bool may_be_given_up(const ir::Module& module, const LoopBounds& bounds,
                                   const ir::Stratum& stratum);

/// Returns the function of a plan by its number.
using PlanFunction = std::function<llvm::Function*(std::uint32_t plan, PlanPlace place)>;

/// Emits the function `stratum.<number>(scratch, state, out) -> i32`; it returns TSJ_OK or the
/// reason why it stopped.
[[nodiscard]] llvm::Function* emit_stratum(ModuleContext& module, const LoopBounds& bounds,
                                           std::uint32_t number,
                                           const PlanFunction& plan_function);

}  // namespace tesuji::llvm_backend
