// choose-storage: chooses how each relation is stored at run time.
//
// static -> rows; inputs -> list; fluents, answers and other derived relations -> bits while the
// product of their domains is small, else table. The limits balance the cost of clearing and
// scanning words against that of hashing rows.
//
//   before:  relation line(mark) derived
//   after:   relation line(mark) derived bits
//
// Requires infer-domains.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// Largest products stored as bits.
inline constexpr std::uint64_t max_fluent_bits = 1U << 16;
inline constexpr std::uint64_t max_answer_bits = 1U << 16;
inline constexpr std::uint64_t max_derived_bits = 1U << 14;

bool choose_storage(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
