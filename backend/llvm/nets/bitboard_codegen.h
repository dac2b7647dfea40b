// Generates LLVM IR for questions that bitboards answer. Internal to this layer.
#pragma once

#include "ir/nets/bitboards.h"

#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// A question as bitboards answer it.
struct BoardQuestion {
  const ir::Bitboards* boards = nullptr;
  std::vector<ir::BoardBit> answer;  ///< by bit of the answer
};

/// Instructions that the code will have, about; as cost_of of word_schedule.h.
[[nodiscard]] std::uint64_t cost_of(const BoardQuestion& question);

/// Cycles of the longest chain of dependent instructions, about.
[[nodiscard]] std::uint64_t latency_of(const BoardQuestion& question);

/// Adds a function `symbol` as runtime::NetFunction. The processor can gather bits. The number of
/// words of scratch memory it needs. More than ten times `part_size` instructions are cut into
/// parts of four times that number, so that compiling takes time in proportion.
std::size_t emit_board_question(llvm::Module& module, const BoardQuestion& question,
                                const std::string& symbol, std::size_t part_size);

}  // namespace tesuji::llvm_backend
