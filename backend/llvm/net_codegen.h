// LLVM IR of a net's questions. Internal to this layer.
//
// A node's value is bit 0 of a 64-bit register; the other bits hold anything, so that inputs
// need not be masked and a complement is one instruction. Values that later parts need lie
// in scratch memory, a byte each.
#pragma once

#include "backend/llvm/net_schedule.h"

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Adds a function `symbol` as runtime::NetFunction: it writes the words of the answer whose
/// bits are these signals. The number of bytes of scratch memory it needs.
std::uint32_t emit_net_question(llvm::Module& module, const ir::Net& net, const std::string& symbol,
                                const std::vector<ir::Signal>& answer, std::size_t gates_per_part);

}  // namespace tesuji::llvm_backend
