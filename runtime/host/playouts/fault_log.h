// Records the faults of a game that plays show, with the shortest play for each kind.
#pragma once

#include "runtime/host/playouts/play_findings.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// A play from the initial state.
struct PlayedWay {
  std::optional<std::uint64_t> playout;  ///< the playout's number; nothing if the play is not a
                                         ///< playout
  std::size_t length = 0;                ///< joint moves
  /// Returns the joint moves one after the other, in role order; called only if the play is
  /// recorded.
  std::function<std::vector<Move>()> moves;
};

/// Adds to `findings`; `findings` and the game must outlive it. For one thread.
class FaultLog {
 public:
  FaultLog(const Game& game, PlayFindings& findings);

  /// Records a state that is not terminal and in which some role has no legal move, by `legal`.
  void add_stuck(StateView state, const std::vector<std::vector<Move>>& legal,
                 const PlayedWay& way);
  /// Records the faults of a terminal state. Throws LimitReached and Stopped as the game does.
  void add_end(StateView state, Scratch& scratch, const PlayedWay& way);

 private:
  void add_goals(StateView state, const PlayedWay& way);
  void add_sum(StateView state, const PlayedWay& way);
  void add(PlayFault fault, Role role, const std::vector<std::string>& goals, StateView state,
           const PlayedWay& way);
  [[nodiscard]] ShownPlay shown(StateView state, const PlayedWay& way) const;

  const Game& game_;
  PlayFindings& findings_;
  std::vector<std::vector<std::string>> goals_;
};

}  // namespace tesuji::runtime
