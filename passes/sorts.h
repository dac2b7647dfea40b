// Sorts of constants, and what may be true when only sorts are told apart.
#pragma once

#include "ir/module.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

using Sort = std::uint16_t;

/// Steps of joins after which the model by sorts is given up: a few milliseconds.
inline constexpr std::uint64_t most_sort_steps = 100'000;

/// Constants that come up in the same columns of the initial state are of one sort; columns with
/// one constant do not count. Nothing where there are too many sorts.
struct Sorts {
  std::vector<Sort> of;   ///< by symbol; 0 for those in no column
  std::size_t count = 1;  ///< sorts are below this
};
[[nodiscard]] std::optional<Sorts> find_sorts(const ir::Module& module);

/// By relation and column, the sorts of the constants that may come up there, as bits: the least
/// model, over sorts, of the rules without negated literals and comparisons, with fluents from
/// `init` and `next` and moves from `legal`. It has at least what is true in some state that can
/// be reached. Nothing where a relation has too many columns for it, or after `max_steps`.
using SortSet = std::uint64_t;
[[nodiscard]] std::optional<std::vector<std::vector<SortSet>>> possible_sorts(
    const ir::Module& module, const Sorts& sorts, std::uint64_t max_steps);

}  // namespace tesuji::passes
