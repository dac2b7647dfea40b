// Generates LLVM IR of a net's questions. Internal to this layer.
//
// A node's value is bit 0 of a 64-bit register; the other bits are undefined, so that inputs need
// no mask and a complement is one instruction. Values that later parts need lie in scratch memory,
// one byte each.
#pragma once

#include "backend/llvm/emit/move_rows.h"
#include "backend/llvm/nets/bitboard_codegen.h"
#include "ir/nets/net.h"

#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

// Orders a net's nodes for one question and divides them into parts.

/// A bit of an answer.
struct NetOutput {
  std::uint32_t bit = 0;
  ir::Signal signal = ir::false_signal;
};

/// Straight-line code of bounded size: conjunctions to compute, then outputs to write, from nodes
/// of this part or earlier ones.
struct NetPart {
  std::vector<ir::NodeId> nodes;
  std::vector<NetOutput> outputs;
};

struct NetSchedule {
  std::vector<NetPart> parts;
  /// By node: place in scratch memory where later parts find its value (one byte each), or no_id.
  std::vector<std::uint32_t> slots;
  std::uint32_t slot_count = 0;
};

/// Schedules nodes shortly before their first use. `outputs`: signal of each bit.
[[nodiscard]] NetSchedule schedule(const ir::Net& net, const std::vector<ir::Signal>& outputs,
                                   std::size_t gates_per_part);

/// How code for nets is generated.
struct NetCodeShape {
  std::size_t gates_per_part = 100;
  /// Computes whole words at a time; requires GatherBy::one_instruction.
  bool by_words = false;
  /// Computes by bitboards where they are given.
  bool by_boards = false;
  /// Even if code node by node would be shorter.
  bool always_by_words = false;
  /// Bitboards even if other code would be shorter.
  bool always_by_boards = false;
};

/// Adds a function `symbol` of type runtime::NetFunction: it writes the words of the answer whose
/// bits are these signals. Returns the number of words of scratch memory that it needs. `boards`:
/// the same question, or null; used if it gives shorter code.
std::size_t emit_net_question(llvm::Module& module, const ir::Net& net, const std::string& symbol,
                              const std::vector<ir::Signal>& answer, const NetCodeShape& shape,
                              const BoardQuestion* boards = nullptr);

/// The same for the next state, with tables for the parts that depend only on moves.
std::size_t emit_next_by_rows(llvm::Module& module, const MoveRows& rows, const std::string& symbol,
                              const NetCodeShape& shape, const BoardQuestion* boards = nullptr);

}  // namespace tesuji::llvm_backend
