// Finds terminal states in which a role has no goal or several, so that perfect play is not
// well-defined.
#pragma once

#include "runtime/host/playouts/play_findings.h"
#include "runtime/host/playouts/state_hash.h"
#include "runtime/host/search/minimax.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// A role's goals in terminal states that perfect play counts as 0: none, several, or one that is
/// not an integer in 0..100.
struct GoalFault {
  PlayFault fault = PlayFault::goal_missing;
  Role role = 0;
  std::uint64_t count = 0;         ///< terminal states with the fault, each counted once
  std::vector<std::string> goals;  ///< the role's goals in the first of them
  std::vector<std::string> state;  ///< its fluents, sorted
};

/// The fault of a role's goals.
struct RoleFault {
  PlayFault fault = PlayFault::goal_missing;
  Role role = 0;
};

/// Checks the goals of terminal states. For one thread.
class GoalChecker {
 public:
  /// `game` must outlive it.
  explicit GoalChecker(const Game& game);

  /// Returns the faults by role; valid until the next call. Most states have none.
  [[nodiscard]] std::span<const RoleFault> check(StateView terminal);

  /// Describes a fault of the state, as the only one of its kind (`count` is 1).
  [[nodiscard]] GoalFault example(const RoleFault& fault, StateView terminal);

 private:
  const Game& game_;
  std::unique_ptr<Scratch> scratch_;
  std::vector<int> values_;
  std::vector<std::vector<std::string>> goals_;
  std::vector<RoleFault> faults_;
};

/// Collects the faults of states that Minimax::visit shows. For one thread.
class GoalFaults {
 public:
  /// `game` must outlive it.
  explicit GoalFaults(const Game& game) : checker_(game) {}

  /// Ignores states that are not terminal.
  void look_at(const SolvedState& solved);

  /// Returns the faults in the order in which they were found.
  [[nodiscard]] std::vector<GoalFault> take() { return std::move(found_); }

 private:
  GoalChecker checker_;
  std::vector<GoalFault> found_;
  /// Faulty states: Minimax::visit shows a state twice if either role may have moved into it.
  std::unordered_set<State, StateHash> seen_;
};

/// Returns the faults of all states that can be reached from these. Throws what Minimax::visit
/// throws.
[[nodiscard]] std::vector<GoalFault> goal_faults(const Game& game, Minimax& minimax,
                                                 const std::vector<State>& states);

}  // namespace tesuji::runtime
