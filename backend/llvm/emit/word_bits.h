// How many bits a word of a state, a table or a net has.
#pragma once

#include <cstdint>

namespace tesuji::llvm_backend {

inline constexpr std::uint32_t word_bits = 64;

}  // namespace tesuji::llvm_backend
