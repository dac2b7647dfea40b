// The net of a puzzle, and what is found out about it once for all searches: facts of its states,
// and symmetries of its rules as permutations of the bits of states.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/driver/session.h"
#include "backend/proofs/sat/solver.h"
#include "ir/nets/fluent_facts.h"
#include "passes/nets/position_fluents.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/named_symmetry.h"
#include "runtime/host/puzzles/breadth_first.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// For one search after the other, from any states; facts and symmetries for any number of threads.
struct PuzzleNet {
  std::optional<GroundGame> ground{};  ///< from the game's initial state on
  std::string why_not{};               ///< there is no net; empty: none was made yet

  /// Makes the net of the rulesheet in at most so many seconds, unless that failed before with as
  /// much time. Throws Stopped where the flag is set.
  void make(const std::string& path, const Options& options, double seconds,
            const std::atomic<bool>* stop, Session& session);

  /// Of the net's fluents, in all plays of the whole game. Where none were found they are looked
  /// for again by a search that has more seconds left.
  const ir::FluentFacts& facts(std::size_t roles, const sat::Limits& limits, double seconds_left);

  /// Of the rules at `path`, which `game` has, for searches that merge symmetric positions
  /// (runtime/host/puzzles/position_symmetries.h). They keep legal moves, next states, the end,
  /// goals and each fluent that changes by itself, but not the initial state; a group without the
  /// identity.
  const std::vector<runtime::BitPermutation>& symmetries(const std::string& path,
                                                         const runtime::Game& game,
                                                         const Options& options, double seconds,
                                                         const Session& session);

 private:
  double tried_seconds_ = 0;  ///< that making the net had
  std::mutex finding_facts_;
  double facts_seconds_ = 0;  ///< that were left when they were looked for
  std::optional<ir::FluentFacts> facts_{};
  std::mutex finding_symmetries_;
  std::optional<std::vector<runtime::BitPermutation>> symmetries_{};
};

/// The net from the initial state of `game` on, whose rules it has.
[[nodiscard]] GroundGame net_started_in(GroundGame ground, const runtime::Game& game);

/// Bits of the game's states that stand for fluents by which positions are not told apart; those of
/// `ground`, whose rules the game has.
[[nodiscard]] runtime::IgnoredBits ignored_bits(const passes::PositionFluents& fluents,
                                                const GroundGame& ground,
                                                const runtime::Game& game);

}  // namespace tesuji::driver
