// Prints bitboards for readers (bitboards.h); this text cannot be parsed back.
#pragma once

#include "ir/module/module.h"
#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"

#include <string>

namespace tesuji::ir {

/// Prints a line for each word that an answer needs, `w7 = w3 up 8`, then lines that map bits to
/// answers. `module` is the one whose relations the net's atoms name.
[[nodiscard]] std::string print(const Module& module, const Net& net, const Bitboards& boards);

}  // namespace tesuji::ir
