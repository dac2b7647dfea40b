// Prints the native code of nets and lanes as text.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/llvm/plans/jit.h"
#include "ir/nets/lane_game.h"

#include <cstdint>
#include <string>

namespace tesuji::driver {

/// The code that compile_game runs: LLVM IR before or after optimisation, or assembly; one part
/// behind the other, each under a line with its name.
[[nodiscard]] std::string net_code_text(GroundGame ground, llvm_backend::Text what,
                                        const Options& options);

/// The same of programs over lanes of so many blocks (1, 4 or 8), for a processor that has such
/// words.
[[nodiscard]] std::string lane_code_text(const ir::LaneGame& lanes, std::uint32_t blocks,
                                         llvm_backend::Text what, const Options& options);

}  // namespace tesuji::driver
