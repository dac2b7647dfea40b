// Enumerates the terminal states of a net with a given goal, within the facts known about all
// states.
//
// A model of the goal's formula and of the facts is a state, and a clause excludes it from then on.
// The result may contain unreachable states, but contains every reachable one.
#pragma once

#include "backend/proofs/sat/simulation.h"
#include "backend/proofs/sat/solver.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::sat {

class GoalStates {
 public:
  /// `net` must answer terminal and goal; `facts` must hold in every state of every play. By
  /// fluent, as in ReversibleOptions: fluents that do not distinguish positions (`unread`), and
  /// those with known values (`clock`). `goals`: positions in Net::goals. All functions throw
  /// LimitReached.
  GoalStates(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts,
             std::vector<bool> unread, std::vector<bool> clock,
             std::span<const std::uint32_t> goals, Limits limits);
  ~GoalStates();
  GoalStates(const GoalStates&) = delete;
  GoalStates& operator=(const GoalStates&) = delete;

  /// Returns the states in which the clock's fluents have their values in `time`; nothing if there
  /// are more than `most`. `but_for`: another time; excludes states that are goal states with that
  /// time.
  [[nodiscard]] std::optional<std::vector<NetState>> find(
      const NetState& time, std::size_t most, const std::optional<NetState>& but_for = {});
  /// Whether all states at this time are terminal.
  [[nodiscard]] bool ends_all(const NetState& time);
  /// Sets the limits of later calls.
  void set_limits(Limits limits);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

/// Returns the values of the clock's fluents after each number of moves, from 0 on, until they
/// repeat, or for `most` moves; other fluents are false. The clock's next values depend only on the
/// clock.
[[nodiscard]] std::vector<NetState> clock_times(const ir::Net& net, const std::vector<bool>& clock,
                                                std::size_t most);

}  // namespace tesuji::sat
