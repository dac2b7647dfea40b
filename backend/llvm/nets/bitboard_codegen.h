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

/// Instructions of a question that is one function. More are cut into parts, so that compiling
/// takes time in proportion.
[[nodiscard]] constexpr std::uint64_t most_in_one(std::size_t part_size) {
  return 10 * part_size;
}

/// Adds a function `symbol` as runtime::NetFunction. The processor can gather bits. The number of
/// words of scratch memory it needs. Parts have four times `part_size` instructions.
std::size_t emit_board_question(llvm::Module& module, const BoardQuestion& question,
                                const std::string& symbol, std::size_t part_size);

}  // namespace tesuji::llvm_backend
