// Tests by sampling whether a relation would exceed its limit of rows, before computing it.
//
// If rules pass columns on unchanged, the relation is partitioned by the values of these columns,
// and each part can be computed separately:
//
//   reach(X, Y) :- edge(X, Y)                    part(X, Y) :- sample(X), edge(X, Y)
//   reach(X, Z) :- reach(X, Y), edge(Y, Z)       part(X, Z) :- sample(X), part(X, Y), edge(Y, Z)
//
// One constant is drawn for X at a time, and the rows of its part are counted. A relation of
// `limit` rows has limit / (number of constants of X) rows per part on average; betting tests
// whether the drawn parts have more (Waudby-Smith and Ramdas, Estimating means of bounded random
// variables by betting, 2024): each part multiplies a capital by
//
//   1 + (rows - mean) / (2 * mean)       rows are cut off at 8 * mean
//
// with expectation at most 1 if the relation is within the limit, so that the capital reaches 40
// million times its initial value for only one in 40 million such relations (Ville's inequality).
// That is the threshold for a positive result. Draws are the same in every run.
//
// Recursive literals about another part are under-approximated: such a literal is replaced by the
// tuples of rules without recursion. Parts are small shares of the whole, and so are the steps that
// they take.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// Maximum number of rows that samples of one choice of columns compute together.
inline constexpr std::uint64_t most_sampled_rows = 4'000'000;

/// Whether the columns allow so many rows that samples could show that there are too many.
[[nodiscard]] bool may_exceed(const ir::Module& module, ir::RelationId relation,
                              std::uint64_t max_rows);

/// Returns the context's sampler; null if it takes no samples.
[[nodiscard]] StaticSampler make_sampler(const PassContext& context);

/// Returns a relation of the stratum that has more than `max_rows` rows; nullopt if samples do not
/// show this, or `sampler` is null. Ignores rules over relations other than static ones and those
/// of the stratum. Restores the module. Requires domains.
[[nodiscard]] std::optional<ir::RelationId> find_oversized(ir::Module& module,
                                                           const ir::Stratum& stratum,
                                                           PassContext& context,
                                                           const StaticSampler& sampler,
                                                           std::uint64_t max_rows);

}  // namespace tesuji::passes
