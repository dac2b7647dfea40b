// Finds on samples whether a relation would have more rows than it may, before it is computed.
//
// Where rules hand columns on unchanged, the relation comes apart by what these columns have, and
// each part can be computed by itself:
//
//   reach(X, Y) :- edge(X, Y)                    part(X, Y) :- sample(X), edge(X, Y)
//   reach(X, Z) :- reach(X, Y), edge(Y, Z)       part(X, Z) :- sample(X), part(X, Y), edge(Y, Z)
//
// With one constant drawn for X at a time, the rows of its part are counted. A relation of `limit`
// rows has limit / (number of constants of X) rows a part in the mean; whether the parts that are
// drawn have more is tested by betting (Waudby-Smith and Ramdas, Estimating means of bounded random
// variables by betting, 2024): each part multiplies a capital by
//
//   1 + (rows - mean) / (2 * mean)       rows are cut off at 8 * mean
//
// of which the expectation is at most 1 where the relation is within the limit, so that the capital
// grows 40 million times as large once in 40 million such relations (Ville's inequality). That is
// what it takes to say yes. Draws are the same in every run.
//
// Recursive literals about another part count with less than there is: such a literal stands for
// what rules without recursion derive. Parts are small shares of the whole, and so are the steps
// that they take.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// Most rows that samples of one choice of columns compute together.
inline constexpr std::uint64_t most_sampled_rows = 4'000'000;

/// Whether columns leave room for so many rows that samples could show that there are too many.
[[nodiscard]] bool may_exceed(const ir::Module& module, ir::RelationId relation,
                              std::uint64_t max_rows);

/// The context's sampler; null where it takes no samples.
[[nodiscard]] StaticSampler make_sampler(const PassContext& context);

/// One of the relations of a stratum that has more than `max_rows` rows; nothing where samples do
/// not tell, or `sampler` is null. Rules over other relations than static ones and those of the
/// stratum count for nothing. Leaves the module as it was. Requires domains.
[[nodiscard]] std::optional<ir::RelationId> find_oversized(ir::Module& module,
                                                           const ir::Stratum& stratum,
                                                           PassContext& context,
                                                           const StaticSampler& sampler,
                                                           std::uint64_t max_rows);

}  // namespace tesuji::passes
