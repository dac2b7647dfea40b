// Generates the function of a relation that is computed in calls (call_access.h): it runs the plans
// of the relation's stratum on what it is given, up to the first tuple where there can be one only,
// and, where it is recursive for the same values, repeats the delta plans until a round adds
// nothing.
#pragma once

#include "backend/llvm/emit/loop_bounds.h"
#include "backend/llvm/emit/module_context.h"

#include <functional>

namespace tesuji::llvm_backend {

/// Whether the stratum is of a relation that is computed in calls: there is nothing to run then.
[[nodiscard]] bool is_called(const ir::Module& module, const ir::Stratum& stratum);

/// Fills the function of the stratum's relation. Where its calls may be long, it looks whether to
/// stop: then it sets the status, and finds nothing. `plan_function` gives the function of a plan
/// by its number.
void emit_call_body(ModuleContext& module, const LoopBounds& bounds, const ir::Stratum& stratum,
                    const std::function<llvm::Function*(std::uint32_t plan)>& plan_function);

}  // namespace tesuji::llvm_backend
