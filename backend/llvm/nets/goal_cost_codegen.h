// Generates LLVM IR for costs of goals. Internal to this layer.
//
// One state: a cost is a 16-bit number, and a fluent's bit selects between two constants. Many
// states: a cost is a vector with an element for each state, and the word of a fluent's bits, one
// for each state, is the mask that selects. Everything else is the same code, without branches.
#pragma once

#include "ir/nets/goal_costs.h"

#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Adds a function `symbol` of type runtime::GoalFeatureFunction for `lanes` states at a time, 1 or
/// 32. `places`: by fluent (runtime::bits_of). Functions are cut into parts of about
/// `inputs_per_part` inputs. Returns the 16-bit words of scratch memory that it needs.
std::size_t emit_goal_features(llvm::Module& module, const ir::GoalCosts& costs,
                               const std::vector<std::uint64_t>& places, unsigned lanes,
                               const std::string& symbol, std::size_t inputs_per_part = 400);

}  // namespace tesuji::llvm_backend
