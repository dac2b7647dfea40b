// Computes sorts of constants, and the tuples that are possible if only sorts are distinguished.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

using Sort = std::uint16_t;

/// Maximum number of join steps for the model by sorts: ten milliseconds. Chess whose blank squares
/// have the same name as a file takes 200,000.
inline constexpr std::uint64_t most_sort_steps = 400'000;

/// Constants that occur in the same columns of the initial state have the same sort; columns with
/// one constant are ignored. nullopt if there are too many sorts.
struct Sorts {
  std::vector<Sort> of;   ///< by symbol; 0 for those in no column
  std::size_t count = 1;  ///< sorts are below this
};
[[nodiscard]] std::optional<Sorts> find_sorts(const ir::Module& module);

/// Sets of sorts as bits; by relation and column.
using SortSet = std::uint64_t;
using SortColumns = std::vector<std::vector<SortSet>>;

/// Computes the sorts of the constants that may occur in each column: the least model, over sorts,
/// of the rules without negated literals and comparisons, with fluents from `init` and `next`,
/// moves from `legal`, and the additional sorts that `given` allows in columns of fluents and
/// moves. Since states and joint moves may also be constructed by hand, the columns of a fluent or
/// move may have all combinations of their sorts: the model over-approximates what holds in any
/// state of such fluents after any such move. Returns nullopt if a relation has too many columns,
/// or after `max_steps`.
[[nodiscard]] std::optional<SortColumns> possible_sorts(const ir::Module& module,
                                                        const Sorts& sorts,
                                                        const SortColumns& given,
                                                        std::uint64_t max_steps);

}  // namespace tesuji::passes
