// Generates LLVM IR of programs over lanes, for words of one width. Internal to this layer.
//
// A word is a vector of blocks, in registers as wide as it or a plain 64-bit one. Where the
// processor has vpternlog, a table of three inputs is one instruction; elsewhere one to four.
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/lut_program.h"

#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::llvm_backend {

struct LaneShape {
  std::uint32_t blocks = 8;
  bool ternary = false;  ///< tables of three inputs are instructions at this width
  std::size_t operations_per_part = 120;
};

/// Adds a function `symbol`, a tsj_lane_function, which draws `random_words` first. The number of
/// words of scratch memory that it needs.
std::size_t emit_lane_function(llvm::Module& module, const ir::LutProgram& program,
                               std::uint32_t random_words, const std::string& symbol,
                               const LaneShape& shape);

/// Adds a function `symbol`, a tsj_lane_blend.
void emit_lane_blend(llvm::Module& module, const std::string& symbol, const LaneShape& shape);

/// Adds a function `symbol`, a tsj_lane_fill.
void emit_lane_fill(llvm::Module& module, const std::string& symbol, const LaneShape& shape);

/// Adds a function `symbol`, a tsj_lane_count.
void emit_lane_count(llvm::Module& module, const std::string& symbol, const LaneShape& shape);

}  // namespace tesuji::llvm_backend
