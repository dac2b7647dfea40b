// Generates what xoshiro256++ and xoshiro256** share (Blackman and Vigna 2021): their first state,
// as runtime/host/memory/rng.h has it, and their step. Internal to this layer.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <cstdint>

namespace tesuji::llvm_backend {

/// The four words of a generator: 64-bit numbers, or vectors of such, a generator in each element.
using XoshiroState = std::array<llvm::Value*, 4>;

/// The word rotated to the left by `by` bits.
[[nodiscard]] llvm::Value* rotate_left(llvm::IRBuilder<>& build, llvm::Value* word,
                                       std::uint64_t by);

/// What the streams of a seed have in common.
[[nodiscard]] llvm::Value* mix_seed(llvm::IRBuilder<>& build, llvm::Value* seed);
/// The state that a stream begins with; `mixed`: its seed's.
[[nodiscard]] XoshiroState seed_xoshiro(llvm::IRBuilder<>& build, llvm::Value* mixed,
                                        llvm::Value* number);
/// Replaces the state by the next one.
void advance_xoshiro(llvm::IRBuilder<>& build, XoshiroState& state);

}  // namespace tesuji::llvm_backend
