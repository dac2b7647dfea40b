// Generates LLVM IR of programs over lanes, for words of one width, and adds these programs to keys
// of the object cache. Internal to this layer.
//
// A word is a vector of blocks, in registers of that width or in a plain 64-bit one. If the
// processor has vpternlog, a table of three inputs is one instruction; otherwise one to four.
#pragma once

#include "backend/llvm/emit/xoshiro.h"
#include "backend/llvm/lanes/lane_schedule.h"
#include "backend/llvm/lanes/lane_tables.h"
#include "backend/llvm/orc/cached_code.h"
#include "ir/nets/lane_game.h"
#include "ir/nets/lut_program.h"

#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::llvm_backend {

struct LaneShape {
  std::uint32_t blocks = 8;
  TernaryLogic ternary = TernaryLogic::none;  ///< at this width
  std::size_t operations_per_part = 120;
  bool half = false;  ///< words are 32-bit halves of a block
  /// Bytes from one word of an array to the next; 0: words are contiguous.
  std::uint64_t stride = 0;
  unsigned space = 0;         ///< the address space of arrays
  bool one_function = false;  ///< parts are inlined into their callers
  /// Code for LLVM's fast selector of instructions, which knows no constant vectors: it would leave
  /// a block with one to the slow selector, which takes a minute for 100,000 operations.
  bool quick = false;
  /// Functions compute so many words of `blocks`, which lie one after the other in a stride.
  std::uint32_t words_of_stride = 1;
};

/// Emits the next random word of a generator, xoshiro256++ (Blackman and Vigna 2021), and advances
/// its state. All values have the same type: 64-bit numbers or vectors of them.
[[nodiscard]] llvm::Value* emit_next_random(llvm::IRBuilder<>& build, XoshiroState& generator);

/// A program in parts, each a function, for callers that call them separately. Thread-safe.
class LaneParts {
 public:
  /// `program` must outlive it.
  LaneParts(const ir::LutProgram& program, const LaneShape& shape);

  [[nodiscard]] std::size_t count() const { return plan_.parts.size(); }
  /// Number of words of scratch memory, through which parts pass values.
  [[nodiscard]] std::size_t scratch_words() const { return plan_.slot_count; }
  /// Adds a tsj_lane_function that is visible only in the module.
  llvm::Function* emit(llvm::Module& module, std::size_t part, const std::string& symbol) const;

 private:
  const ir::LutProgram& program_;
  LaneShape shape_;
  LaneSchedule plan_;
};

/// Adds a function `symbol`, a tsj_lane_function, which first draws `random_words`. Returns the
/// number of words of scratch memory that it needs.
std::size_t emit_lane_function(llvm::Module& module, const ir::LutProgram& program,
                               std::uint32_t random_words, const std::string& symbol,
                               const LaneShape& shape);

/// Adds a function `symbol`, a tsj_lane_blend.
void emit_lane_blend(llvm::Module& module, const std::string& symbol, const LaneShape& shape);

/// Adds a function `symbol`, a tsj_lane_fill.
void emit_lane_fill(llvm::Module& module, const std::string& symbol, const LaneShape& shape);

/// Adds a function `symbol`, a tsj_lane_count.
void emit_lane_count(llvm::Module& module, const std::string& symbol, const LaneShape& shape);

void add_to_key(CacheKeyHash& hash, const ir::LutProgram& program);
void add_to_key(CacheKeyHash& hash, const ir::LaneGame& game);

}  // namespace tesuji::llvm_backend
