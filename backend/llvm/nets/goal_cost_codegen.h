// Generates LLVM IR for costs of goals. Internal to this layer.
//
// For one state, a cost is a 16-bit number, and a fluent's bit selects between two constants. For
// many states, a cost is a vector with one element per state, and the word with a fluent's bits,
// one per state, is the selecting mask. The rest is the same code, without branches.
#pragma once

#include "ir/nets/goal_costs.h"

#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Adds a function `symbol` of type runtime::GoalFeatureFunction for `lanes` states at a time, 1 or
/// 32. `places`: by fluent (runtime::bits_of). Splits functions into parts of about
/// `inputs_per_part` inputs. Returns the number of 16-bit words of scratch memory that it needs.
std::size_t emit_goal_features(llvm::Module& module, const ir::GoalCosts& costs,
                               const std::vector<std::uint64_t>& places, unsigned lanes,
                               const std::string& symbol, std::size_t inputs_per_part = 400);

}  // namespace tesuji::llvm_backend
