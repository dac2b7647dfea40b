// Holds the state of the tracer between plans.
#pragma once

#include "backend/features/traced/possible_rows.h"
#include "backend/features/traced/sliced_program.h"

#include <cstdint>
#include <vector>

namespace tesuji::slices {

/// Thrown when a limit is exceeded.
struct TooLarge {};

/// Slots of cached answers are numbered after all others, once these are known.
inline constexpr Slot kept_mark = Slot{1} << 31U;

/// The program so far, and the possible tuples of each relation. All members throw TooLarge.
struct TraceState {
  SlicedProgram program;
  std::vector<Rows> rows;  ///< by relation
  Slot next_slot = 0;
  Slot next_kept = 0;
  std::uint64_t steps = 0;

  // Limits of tracing.
  std::uint64_t most_steps = 0;
  std::size_t most_code = 0;
  std::uint32_t most_slots = 0;

  void emit(Instruction one) {
    if (program.code.size() >= most_code) throw TooLarge();
    program.code.push_back(one);
  }
  void step() {
    if (++steps > most_steps) throw TooLarge();
  }
  Slot new_slot() {
    if (next_slot + next_kept >= most_slots) throw TooLarge();
    return next_slot++;
  }
  Slot new_kept() {
    if (next_slot + next_kept >= most_slots) throw TooLarge();
    return kept_mark | next_kept++;
  }
};

}  // namespace tesuji::slices
