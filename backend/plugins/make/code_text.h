// Prints the native code of nets and lanes as text.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/llvm/plans/jit.h"
#include "ir/nets/lane_game.h"

#include <cstdint>
#include <string>

namespace tesuji::driver {

/// Returns the code that compile_game runs: LLVM IR before or after optimisation, or assembly; the
/// parts in order, each under a line with its name.
[[nodiscard]] std::string net_code_text(GroundGame ground, llvm_backend::Text what,
                                        const Options& options);

/// The same for programs over lanes of `blocks` blocks (1, 4 or 8), for a processor with words of
/// that width.
[[nodiscard]] std::string lane_code_text(const ir::LaneGame& lanes, std::uint32_t blocks,
                                         llvm_backend::Text what, const Options& options);

}  // namespace tesuji::driver
