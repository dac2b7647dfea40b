// Defines the number of bits in a word of a state, a table or a net.
#pragma once

#include "runtime/host/memory/word_bits.h"

namespace tesuji::llvm_backend {

using runtime::word_bits;

}  // namespace tesuji::llvm_backend
