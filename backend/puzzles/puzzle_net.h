// Holds the net of a puzzle, and results that all searches share: facts about its states, and
// symmetries of its rules as permutations of the bits of states.
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

/// For searches in sequence, from any states; facts and symmetries are thread-safe.
struct PuzzleNet {
  std::optional<GroundGame> ground{};  ///< from the game's initial state
  std::string why_not{};               ///< why there is no net; empty: none was made yet

  /// Makes the net of the rulesheet in at most `seconds` seconds, unless that failed before with as
  /// much time. Throws Stopped if the flag is set.
  void make(const std::string& path, const Options& options, double seconds,
            const std::atomic<bool>* stop, Session& session);

  /// Returns facts about the net's fluents that hold in all plays of the whole game. If none were
  /// found, a search with more time left tries again.
  const ir::FluentFacts& facts(std::size_t roles, const sat::Limits& limits, double seconds_left);

  /// Returns symmetries of the rules at `path`, which are those of `game`, for searches that merge
  /// symmetric positions (runtime/host/puzzles/position_symmetries.h). They preserve legal moves,
  /// next states, the end, goals and each fluent that changes by itself, but not the initial state;
  /// a group without the identity.
  const std::vector<runtime::BitPermutation>& symmetries(const std::string& path,
                                                         const runtime::Game& game,
                                                         const Options& options, double seconds,
                                                         const Session& session);

 private:
  double tried_seconds_ = 0;  ///< time for making the net
  std::mutex finding_facts_;
  double facts_seconds_ = 0;  ///< time left when they were searched for
  std::optional<ir::FluentFacts> facts_{};
  std::mutex finding_symmetries_;
  std::optional<std::vector<runtime::BitPermutation>> symmetries_{};
};

/// Returns the net with the initial state of `game`, which has the net's rules.
[[nodiscard]] GroundGame net_started_in(GroundGame ground, const runtime::Game& game);

/// Returns the bits of the game's states for fluents that do not distinguish positions; `fluents`
/// are those of `ground`, which has the game's rules.
[[nodiscard]] runtime::IgnoredBits ignored_bits(const passes::PositionFluents& fluents,
                                                const GroundGame& ground,
                                                const runtime::Game& game);

}  // namespace tesuji::driver
