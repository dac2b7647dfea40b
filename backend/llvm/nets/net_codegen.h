// Generates LLVM IR of a net's questions. Internal to this layer.
//
// A node's value is bit 0 of a 64-bit register; the other bits hold anything, so that inputs
// need not be masked and a complement is one instruction. Values that later parts need lie
// in scratch memory, a byte each.
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

/// Straight-line code of bounded size: conjunctions to compute, then outputs to write, of
/// nodes of this part or earlier ones.
struct NetPart {
  std::vector<ir::NodeId> nodes;
  std::vector<NetOutput> outputs;
};

struct NetSchedule {
  std::vector<NetPart> parts;
  /// By node: where later parts find its value in scratch memory (a byte each), or no_id.
  std::vector<std::uint32_t> slots;
  std::uint32_t slot_count = 0;
};

/// Nodes are computed shortly before what first needs them. `outputs`: signal of each bit.
[[nodiscard]] NetSchedule schedule(const ir::Net& net, const std::vector<ir::Signal>& outputs,
                                   std::size_t gates_per_part);

/// How code for nets is made.
struct NetCodeShape {
  std::size_t gates_per_part = 100;
  /// Whole words at a time: can_gather_bits.
  bool by_words = false;
  /// Also where node by node it would be shorter.
  bool always_by_words = false;
  /// Bitboards also where something else would be shorter.
  bool always_by_boards = false;
};

/// Adds a function `symbol` as runtime::NetFunction: it writes the words of the answer whose
/// bits are these signals. The number of words of scratch memory it needs. `boards`: the same
/// question, or null; it is taken where it is shorter.
std::size_t emit_net_question(llvm::Module& module, const ir::Net& net, const std::string& symbol,
                              const std::vector<ir::Signal>& answer, const NetCodeShape& shape,
                              const BoardQuestion* boards = nullptr);

/// The same for the next state, with tables for what depends on moves alone.
std::size_t emit_next_by_rows(llvm::Module& module, const MoveRows& rows, const std::string& symbol,
                              const NetCodeShape& shape, const BoardQuestion* boards = nullptr);

}  // namespace tesuji::llvm_backend
