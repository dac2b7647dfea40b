// Compiles learned strategies to native code through LLVM's ORC JIT. Includes no LLVM header.
#pragma once

#include "backend/llvm/plans/jit.h"
#include "ir/module/proc.h"
#include "runtime/host/strategy/strategy.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Optimising saves 1-2% of a strategy's running time, which the game's own code dominates, and
/// takes three times as long.
inline const JitOptions strategy_defaults{.tier = JitOptions::Tier::fast};

/// Compiles the procs to predicates in machine code, in source order; `order` names the procs that
/// choose moves. The same code serves every game and thread, and is unloaded with the last owner of
/// StrategyCode::keep. Throws std::invalid_argument as ir::resolve and runtime::find_order do, and
/// std::runtime_error if code generation fails (a bug of ours).
[[nodiscard]] runtime::StrategyCode compile_strategy(std::span<const ir::Proc> procs,
                                                     std::span<const std::string> order,
                                                     const JitOptions& options = strategy_defaults);

/// The same for another process: the part of a plugin.
struct StrategyObject {
  struct Predicate {
    std::string name;
    std::uint32_t arity = 2;
    std::optional<std::uint32_t> slot;
    std::string symbol;  ///< of its tsj_search in `file`
  };
  std::vector<Predicate> predicates;  ///< in source order
  std::uint32_t memo_slots = 0;
  ObjectFile file;
};

/// Throws as compile_strategy does.
[[nodiscard]] StrategyObject make_strategy_object(std::span<const ir::Proc> procs,
                                                  const JitOptions& options);

/// Returns the same code as text, for dumps.
[[nodiscard]] std::string emit_strategy_text(std::span<const ir::Proc> procs, Text what,
                                             const JitOptions& options = strategy_defaults);

}  // namespace tesuji::llvm_backend
