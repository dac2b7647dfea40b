// Finds the fluents of a net that need not distinguish positions of a puzzle.
//
// There are two kinds: fluents that no other answer depends on, and a *clock*, such as a step
// counter. A clock is a set of fluents whose next values depend only on the set, so that they are
// the same at the same time in all plays; and on which, until a time at which it ends every play,
// no legal move, goal, terminal or other fluent depends. Constant propagation checks this: with the
// clock's values at each time substituted, the answers are the same gates.
//
//   before:  next true.step(2) = true.step(1)     terminal = or(solved, true.step(3))
//   found:   true.step(1..3) are a clock that ends play at time 2
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/fluent_groups.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

struct PositionFluents {
  FluentList unread;  ///< only their own next values depend on them
  FluentList clock;   ///< empty if none was found
  /// The time at which the clock ends every play, with the initial state at time 0; nullopt: never.
  std::optional<std::uint32_t> end;
  std::vector<bool> at_end;  ///< by position in `clock`: its values at that time
  /// No other fluent that is read changes by itself.
  bool is_only_clock = false;
};

/// Marks the fluents of the largest set whose next values depend only on the set itself. `net`
/// answers next.
[[nodiscard]] std::vector<bool> autonomous_fluents(const ir::Net& net);

/// `net` answers legal, next, terminal and goal. Creates at most `most_gates` gates, beyond which
/// it finds no clock.
[[nodiscard]] PositionFluents position_fluents(const ir::Net& net,
                                               std::uint64_t most_gates = 4'000'000);

/// Returns the fluents that change by themselves and are read, if only goals and terminal depend on
/// them: then positions have the same moves and next positions at all times. Returns nullopt if
/// moves or other fluents depend on them.
[[nodiscard]] std::optional<FluentList> goal_clock(const ir::Net& net);

}  // namespace tesuji::passes
