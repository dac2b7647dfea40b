// Enumerates the terminal states of a net with a goal, as far as facts about all states say which
// there are.
//
// A model of the goal's formula and of the facts is a state, and a clause keeps it from coming
// again. States that no play reaches may be among them; each state that one reaches is.
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
  /// `net` answers terminal and goal; `facts` hold in every state of every play. By fluent, as of
  /// ReversibleOptions: fluents that do not distinguish positions, and those that have known
  /// values. `goals`: positions in Net::goals. Throws LimitReached, as all functions do.
  GoalStates(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts,
             std::vector<bool> unread, std::vector<bool> clock,
             std::span<const std::uint32_t> goals, Limits limits);
  ~GoalStates();
  GoalStates(const GoalStates&) = delete;
  GoalStates& operator=(const GoalStates&) = delete;

  /// The states in which the clock's fluents are as in `time`; nothing where there are more than
  /// `most`. `but_for`: another time, at which the states are to be none of the goal.
  [[nodiscard]] std::optional<std::vector<NetState>> find(
      const NetState& time, std::size_t most, const std::optional<NetState>& but_for = {});
  /// Whether all states at the time are terminal.
  [[nodiscard]] bool ends_all(const NetState& time);
  /// Of the calls from now on.
  void set_limits(Limits limits);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

/// The values of the clock's fluents after each number of moves, from none on, until they come
/// again, or for `most` moves; other fluents do not hold. The clock's next values depend on itself
/// alone.
[[nodiscard]] std::vector<NetState> clock_times(const ir::Net& net, const std::vector<bool>& clock,
                                                std::size_t most);

}  // namespace tesuji::sat
