// A vocabulary so small that a game over it can be in a few hundred states at most.
#pragma once

#include "runtime/host/memory/rng.h"
#include "tests/property/random_vocabulary.h"

namespace tesuji::tests {

/// Like random_vocabulary: compounds, names shared by relations, functions and constants, names
/// that clingo has to have in quotes. One or two roles, up to eight fluents and four moves.
[[nodiscard]] Vocabulary tiny_vocabulary(runtime::Rng& rng);

}  // namespace tesuji::tests
