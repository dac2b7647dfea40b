// Bits of a word of a state, a table or a net, by a name of this layer.
#pragma once

#include "runtime/host/memory/word_bits.h"

namespace tesuji::llvm_backend {

using runtime::word_bits;

}  // namespace tesuji::llvm_backend
