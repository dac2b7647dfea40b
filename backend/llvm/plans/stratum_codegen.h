// Generates one stratum as a function: it empties its relations, runs its plans, and, where it is
// recursive, repeats the delta plans until a round adds nothing.
#pragma once

#include "backend/llvm/emit/loop_bounds.h"
#include "backend/llvm/emit/module_context.h"
#include "backend/llvm/plans/plan_codegen.h"

#include <functional>

namespace tesuji::llvm_backend {

/// Operations up to which functions are inlined into one another.
inline constexpr std::size_t inlined_operations = 96;

/// Whether the stratum may take long, so that it looks now and then whether to
/// go on: it is recursive, fills tables, or has a plan of many steps. `bounds`: of the module.
[[nodiscard]] bool may_be_given_up(const ir::Module& module, const LoopBounds& bounds,
                                   const ir::Stratum& stratum);

/// Gives the function of a plan by its number.
using PlanFunction = std::function<llvm::Function*(std::uint32_t plan, PlanPlace place)>;

/// The function `stratum.<number>(scratch, state, out) -> i32`: TSJ_OK, or why
/// it was given up.
[[nodiscard]] llvm::Function* emit_stratum(ModuleContext& module, const LoopBounds& bounds,
                                           std::uint32_t number,
                                           const PlanFunction& plan_function);

}  // namespace tesuji::llvm_backend
