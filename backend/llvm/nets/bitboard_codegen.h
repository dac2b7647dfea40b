// Generates LLVM IR for questions that bitboards answer. Internal to this layer.
#pragma once

#include "backend/llvm/nets/word_schedule.h"
#include "ir/nets/bitboards.h"

#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// A question as answered by bitboards.
struct BoardQuestion {
  const ir::Bitboards* boards = nullptr;
  std::vector<ir::BoardBit> answer;  ///< by bit of the answer
  GatherBy gathers = GatherBy::one_instruction;
};

/// Estimates the number of instructions of the code, like cost_of of word_schedule.h.
[[nodiscard]] std::uint64_t cost_of(const BoardQuestion& question);

/// Estimates the cycles of the longest chain of dependent instructions.
[[nodiscard]] std::uint64_t latency_of(const BoardQuestion& question);

/// Maximum number of instructions for a question in one function. Larger ones are split, so that
/// compile time is linear.
[[nodiscard]] constexpr std::uint64_t most_in_one(std::size_t part_size) {
  return 10 * part_size;
}

/// Adds a function `symbol` of type runtime::NetFunction. Returns the number of words of scratch
/// memory that it needs. Parts have four times `part_size` instructions.
std::size_t emit_board_question(llvm::Module& module, const BoardQuestion& question,
                                const std::string& symbol, std::size_t part_size);

}  // namespace tesuji::llvm_backend
