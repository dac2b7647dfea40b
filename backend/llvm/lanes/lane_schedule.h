// Orders the operations of a program over lanes and splits them into parts.
#pragma once

#include "ir/nets/lut_program.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {

/// Straight-line code of bounded size.
struct LanePart {
  std::vector<std::uint32_t> operations;  ///< positions in LutProgram::operations, in order
  /// Positions in LutProgram::outputs that are written after all operations: values of this part or
  /// an earlier one.
  std::vector<std::uint32_t> outputs;
};

struct LaneSchedule {
  std::vector<LanePart> parts;
  /// By operation: the word of scratch memory where later parts find its value, or no_id if they do
  /// not need it, or find it where an output has stored it (`homes`).
  std::vector<std::uint32_t> slots;
  /// By operation: an output that is written right after the operation and keeps its value for
  /// others, or no_id. It never overwrites an input that is still needed.
  std::vector<std::uint32_t> homes;
  std::uint32_t slot_count = 0;
};

/// Schedules operations shortly before their first use, and reuses slots.
[[nodiscard]] LaneSchedule schedule_lanes(const ir::LutProgram& program,
                                          std::size_t operations_per_part);

}  // namespace tesuji::llvm_backend
