// Draws the call graph of the predicates of a strategy: the calling diagram of Muggleton and
// Hocquette (2019), Figure 4b.
#pragma once

#include "frontend/strategy/strategy_parser.h"

#include <string>

namespace tesuji::frontend {

/// A graph in DOT: predicates that are tried in play are ellipses, in bold their name; helpers are
/// plain; primitives are boxes. Dashed arrows are calls under `not`.
[[nodiscard]] std::string calling_diagram(const Strategy& strategy);

}  // namespace tesuji::frontend
