// Compiles costs of goals to native code, for one state and for many at a time. Includes no LLVM
// header.
#pragma once

#include "backend/llvm/plans/jit.h"
#include "ir/nets/goal_costs.h"
#include "runtime/host/search/state_features.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// The functions to compile.
enum class GoalFeatureForm : std::uint8_t { one, one_and_many };

/// Compiles the features of the costs (ir::goal_features). `places`: by fluent, as returned by
/// runtime::bits_of. `name`: the game's, for listings of the object cache, in which the
/// code is looked up first. Throws std::runtime_error with LLVM's message if code generation fails
/// (a bug of ours).
[[nodiscard]] runtime::GoalFeatureCode compile_goal_costs(const ir::GoalCosts& costs,
                                                          const std::vector<std::uint64_t>& places,
                                                          GoalFeatureForm form,
                                                          const JitOptions& options = {},
                                                          const std::string& name = {});

}  // namespace tesuji::llvm_backend
