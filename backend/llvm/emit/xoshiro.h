// Generates the step that xoshiro256++ and xoshiro256** share (Blackman and Vigna 2021). Internal
// to this layer.
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

/// Replaces the state by the next one.
void advance_xoshiro(llvm::IRBuilder<>& build, XoshiroState& state);

}  // namespace tesuji::llvm_backend
