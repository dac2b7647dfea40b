// share-pairs: extracts pairs of inputs shared by many conjunctions of a net, the most frequent
// first, so that they are computed once (as fast_extract does for cubes: Rajski and Vasudevamurthi,
// The Testability-Preserving Concurrent Decomposition and Factorization of Boolean Expressions,
// 1992; here only for conjunctions of signals).
//
//   before:  n1 = and(a, b, c)      after:  n4 = and(a, b)
//            n2 = and(a, b, d)              n1 = and(c, n4)
//            n3 = and(a, b)                 n2 = and(d, n4)     (n3 is n4)
//
// Removes nodes that no answer needs.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>

namespace tesuji::passes {

/// Conjunctions with more inputs are cut into blocks first: they have too many pairs.
inline constexpr std::size_t most_paired_inputs = 128;
/// In nets with more pairs, the pass only removes unneeded nodes.
inline constexpr std::size_t most_pairs = 40'000'000;

[[nodiscard]] ir::Net share_pairs(const ir::Net& net);

}  // namespace tesuji::passes
