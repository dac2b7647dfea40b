// Test support: random small modules at level plans, for differential tests.
#pragma once

#include "ir/module/module.h"
#include "tests/unit/support/model.h"

#include <cstdint>
#include <random>

namespace tesuji::tests {

/// Where the random module keeps its fluents and derived relations.
enum class StorageMix { bits, tables, mixed };

/// A module with static, state, input and derived relations over domains that
/// overlap in part, one of them of one value and some modules' one of none, one
/// stratum after the other, some of them recursive, with every kind of operation.
/// One state relation at least has more than 64 possible tuples. The one entry
/// with strata is `next`. The same seed gives the same rules for every mix.
[[nodiscard]] ir::Module random_module(std::uint64_t seed, StorageMix mix);

/// The module's facts, and random tuples for its state and input relations.
[[nodiscard]] Model random_situation(const ir::Module& module, std::uint64_t seed);

}  // namespace tesuji::tests
