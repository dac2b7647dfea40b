// Sorts of constants, and what may be true when only sorts are told apart.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

using Sort = std::uint16_t;

/// Steps of joins after which the model by sorts is given up: ten milliseconds. Chess whose blank
/// squares are called as a file is takes 200,000.
inline constexpr std::uint64_t most_sort_steps = 400'000;

/// Constants that come up in the same columns of the initial state are of one sort; columns with
/// one constant do not count. Nothing where there are too many sorts.
struct Sorts {
  std::vector<Sort> of;   ///< by symbol; 0 for those in no column
  std::size_t count = 1;  ///< sorts are below this
};
[[nodiscard]] std::optional<Sorts> find_sorts(const ir::Module& module);

/// Sorts as bits; by relation and column.
using SortSet = std::uint64_t;
using SortColumns = std::vector<std::vector<SortSet>>;

/// The sorts of the constants that may come up in each column: the least model, over sorts, of the
/// rules without negated literals and comparisons, with fluents from `init` and `next` and moves
/// from `legal`, and any sorts besides that `given` has for columns of fluents and moves. States
/// and joint moves are also made by hand, so whatever the columns of a fluent or move can hold,
/// they can hold together: the model has at least what is true in some state of such fluents after
/// some such move. Nothing where a relation has too many columns for it, or after `max_steps`.
[[nodiscard]] std::optional<SortColumns> possible_sorts(const ir::Module& module,
                                                        const Sorts& sorts,
                                                        const SortColumns& given,
                                                        std::uint64_t max_steps);

}  // namespace tesuji::passes
