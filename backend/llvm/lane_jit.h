// Native code for games in lanes. LLVM stays behind this header.
#pragma once

#include "backend/llvm/jit.h"
#include "ir/lane_game.h"
#include "runtime/core/tesuji/lanes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// How code for lanes is made; for tests and measurements.
struct LaneJitShape {
  std::uint32_t columns = 8;  ///< of a word, 64 lanes each: 1, 4 or 8
  /// Operations in one function: more make registers run out and compiling slower.
  std::size_t operations_per_function = 120;
};

/// `keep` owns the functions and what `code` points to.
struct CompiledLanes {
  tsj_lane_code code{};
  std::shared_ptr<const void> keep;
};

/// Which numbers of columns this machine has words for: 1 everywhere, then 4 and 8.
[[nodiscard]] std::vector<std::uint32_t> lane_columns();

/// Throws std::runtime_error with LLVM's message if code generation fails (a bug of ours). `name`:
/// the game's, for lists of the object cache, where the code is looked for first.
[[nodiscard]] CompiledLanes compile_lanes(const ir::LaneGame& game, const JitOptions& options = {},
                                          const LaneJitShape& shape = {},
                                          const std::string& name = {});

struct CompiledLaneQuestions {
  tsj_lane_questions code{};
  std::shared_ptr<const void> keep;
};

/// The same for questions; programs without outputs have no function.
[[nodiscard]] CompiledLaneQuestions compile_lane_questions(const ir::LaneQuestions& questions,
                                                           const JitOptions& options = {},
                                                           const LaneJitShape& shape = {},
                                                           const std::string& name = {});

}  // namespace tesuji::llvm_backend
