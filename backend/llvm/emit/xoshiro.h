// Generates the parts that xoshiro256++ and xoshiro256** share (Blackman and Vigna 2021): their
// initial state, as in runtime/host/memory/rng.h, and their step. Internal to this layer.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <cstdint>

namespace tesuji::llvm_backend {

/// The four words of a generator: 64-bit numbers, or vectors with one generator per element.
using XoshiroState = std::array<llvm::Value*, 4>;

/// Returns the word rotated left by `by` bits.
[[nodiscard]] llvm::Value* rotate_left(llvm::IRBuilder<>& build, llvm::Value* word,
                                       std::uint64_t by);

/// Returns the part of the initial state that all streams of a seed share.
[[nodiscard]] llvm::Value* mix_seed(llvm::IRBuilder<>& build, llvm::Value* seed);
/// Returns the initial state of stream `number`; `mixed`: the result of mix_seed.
[[nodiscard]] XoshiroState seed_xoshiro(llvm::IRBuilder<>& build, llvm::Value* mixed,
                                        llvm::Value* number);
/// Replaces the state by the next one.
void advance_xoshiro(llvm::IRBuilder<>& build, XoshiroState& state);

}  // namespace tesuji::llvm_backend
