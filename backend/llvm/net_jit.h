// Native code for nets, one state at a time. LLVM stays behind this header.
#pragma once

#include "backend/llvm/jit.h"
#include "ir/net.h"
#include "runtime/host/net_game.h"

#include <cstddef>

namespace tesuji::llvm_backend {

struct CompiledNet {
  runtime::NetCode code;
  std::size_t scratch_words = 0;
};

/// Gates in one function: more make registers run out and compiling slower.
inline constexpr std::size_t net_gates_per_function = 100;

/// Throws std::runtime_error with LLVM's message if code generation fails (a bug of ours).
[[nodiscard]] CompiledNet compile_net(const ir::Net& net, const JitOptions& options = {},
                                      std::size_t gates_per_function = net_gates_per_function);

}  // namespace tesuji::llvm_backend
