// Makes the formulas that a summary of a game needs besides the automatic sets: who moves when,
// sums of goals, and quantities that every move changes in one direction, which bound the length of
// a play.
#pragma once

#include "backend/proofs/formulas/automatic_sets.h"
#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::proofs {

/// What a formula of these sets claims.
struct Claim {
  enum class Kind : std::uint8_t {
    waits,     ///< [V, R]: while the fluent has the value V, role R has at most one move
    follows,   ///< [V, W]: a move leads from value V to value W
    adds_up,   ///< at the end the goals of all roles add up to `sum`
    rises,     ///< a move leads from each value of the column to a later one in `order`
    advances,  ///< a move leads from each value to the next one in `order`, and from the last to
               ///< none
    goes_on,   ///< [V]: the game is not over while some fluent has the value V
    over,      ///< [V]: the game is over when some fluent has the value V
    uses_up,   ///< every move, or one of two, makes a true fluent false
    fills,     ///< every move, or one of two, makes a false fluent true
  };
  Kind kind = Kind::waits;
  std::size_t set = 0;        ///< index into SummarySets
  std::size_t invariant = 0;  ///< index into the set
  ir::RelationId relation = ir::no_id;
  /// rises .. over: the column with the values; uses_up, fills: the column whose value is the
  /// parameter, or no_column if there is no parameter and all fluents of the relation count.
  std::size_t column = 0;
  static constexpr std::size_t no_column = static_cast<std::size_t>(-1);
  std::vector<ir::Symbol> order{};  ///< rises, advances: the column's values
  std::int64_t sum = 0;             ///< adds_up
  std::uint32_t moves = 1;          ///< uses_up, fills: one of this many consecutive moves does it
};

struct SummarySets {
  std::vector<InvariantSet> sets;  ///< Turns, Sums, Steps, Supplies; none is empty
  std::vector<Claim> claims;       ///< one for each of their formulas
};

/// Requires a module at level clauses whose columns have domains. Skips relations with too many
/// fluents.
[[nodiscard]] SummarySets summary_sets(const ir::Module& module);

/// Returns only Steps and Supplies, which bound the length of a play.
[[nodiscard]] SummarySets length_sets(const ir::Module& module);

}  // namespace tesuji::proofs
