// Orders the operations of a program over lanes and divides them into parts.
#pragma once

#include "ir/nets/lut_program.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {

/// Straight-line code of bounded size.
struct LanePart {
  std::vector<std::uint32_t> operations;  ///< positions in LutProgram::operations, in order
  /// Positions in LutProgram::outputs that are written when all operations are done: of values that
  /// this part or an earlier one has.
  std::vector<std::uint32_t> outputs;
};

struct LaneSchedule {
  std::vector<LanePart> parts;
  /// By operation: the word of scratch memory where later parts find its value, or no_id: they need
  /// it not, or find it where an output has put it (`homes`).
  std::vector<std::uint32_t> slots;
  /// By operation: an output that is written as soon as the operation is done, and keeps its value
  /// for others, or no_id. No input is overwritten that is needed any more.
  std::vector<std::uint32_t> homes;
  std::uint32_t slot_count = 0;
};

/// Operations come shortly before what first needs them, and slots are used again.
[[nodiscard]] LaneSchedule schedule_lanes(const ir::LutProgram& program,
                                          std::size_t operations_per_part);

}  // namespace tesuji::llvm_backend
