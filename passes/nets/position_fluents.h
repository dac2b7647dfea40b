// Finds the fluents of a net by which positions of a puzzle need not be told apart.
//
// Two kinds: fluents that no other answer depends on, and a *clock*, as step counters are. A clock
// is a set of fluents whose next values depend on nothing but themselves, so that in all plays they
// are the same at the same time; and which, until a time at which it ends every play, no legal
// move, no goal, no end and no other fluent depends on. That is checked by constant propagation:
// with the clock's values of each time put in their place, the answers come out as the same gates.
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
  FluentList unread;  ///< that no answer but their own next values depends on
  FluentList clock;   ///< empty: none was found
  /// The time at which the clock ends every play, the initial state being at time 0; nothing: it
  /// never does.
  std::optional<std::uint32_t> end;
  std::vector<bool> at_end;  ///< by place in `clock`: its values at that time
  /// No other fluent that is read changes by itself.
  bool is_only_clock = false;
};

/// A flag for each fluent: whether it is in the largest set of fluents whose next values depend on
/// this set alone. `net` answers next.
[[nodiscard]] std::vector<bool> autonomous_fluents(const ir::Net& net);

/// `net` answers legal, next, terminal and goal. Takes `most_gates` gates made at most, beyond
/// which it finds no clock.
[[nodiscard]] PositionFluents position_fluents(const ir::Net& net,
                                               std::uint64_t most_gates = 4'000'000);

/// The fluents that change by themselves and are read, where nothing but goals and the end depends
/// on them: then positions have the same moves and next positions at all times. Nothing where moves
/// or other fluents depend on them.
[[nodiscard]] std::optional<FluentList> goal_clock(const ir::Net& net);

}  // namespace tesuji::passes
