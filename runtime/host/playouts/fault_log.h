// Records the faults of a game that plays show, each kind with the shortest play that shows it.
#pragma once

#include "runtime/host/playouts/play_findings.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// A play from the initial state on.
struct PlayedWay {
  std::optional<std::uint64_t> playout;  ///< its number; nothing of plays that are no playouts
  std::size_t length = 0;                ///< joint moves
  /// The joint moves one after the other, in role order; called only where they are recorded.
  std::function<std::vector<Move>()> moves;
};

/// Adds to `findings`, which must outlive it, as the game does. For one thread.
class FaultLog {
 public:
  FaultLog(const Game& game, PlayFindings& findings);

  /// The state is not terminal, and some role has none of the legal moves.
  void add_stuck(StateView state, const std::vector<std::vector<Move>>& legal,
                 const PlayedWay& way);
  /// The state is terminal. Throws LimitReached and Stopped as the game does.
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
