// Draws the call graph of the predicates of a strategy: the calling diagram of Muggleton and
// Hocquette (2019), Figure 4b.
#pragma once

#include "frontend/strategy/strategy_parser.h"

#include <string>

namespace tesuji::frontend {

/// Returns a graph in DOT: ellipses with bold names for predicates that are tried in play, plain
/// names for helpers, boxes for primitives. Dashed arrows are calls under `not`.
[[nodiscard]] std::string calling_diagram(const Strategy& strategy);

}  // namespace tesuji::frontend
