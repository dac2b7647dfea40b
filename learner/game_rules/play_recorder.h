// Makes learning tasks from random games. A task has states, the moves made in them, and the atoms
// of `legal`, `goal`, `terminal` and `next` that hold there.
#pragma once

#include "learner/game_rules/play_examples.h"
#include "runtime/host/game/game.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::learner {

struct PlayRecordOptions {
  std::uint64_t seed = 1;
  std::uint64_t games = 500;      ///< for each part
  std::uint64_t max_steps = 100;  ///< joint moves of a game
  std::size_t examples = 4000;    ///< limit for each part
  std::size_t atoms = 10'000;  ///< limit for the atoms of a predicate generated from its columns'
                               ///< values
  const std::atomic<bool>* stop = nullptr;
};

/// The four tasks of one game.
struct PlayTasks {
  /// By part (play_parts), then by target (play_targets).
  std::array<std::array<PlayPart, 4>, 3> parts;
  std::vector<PlayAtom> initial;  ///< fluents of the initial state: true_..
  bool stopped = false;
};

/// Plays `games` random games for each part, from separate streams; a state, with its joint move
/// for `next`, counts once in a part. The atoms of a target are, for each of its predicates, all
/// combinations of the values that its columns have in any part or, if these are too many, those
/// that occurred.
[[nodiscard]] PlayTasks record_tasks(const runtime::Game& game,
                                     const std::vector<PlayAtom>& statics,
                                     const PlayRecordOptions& options, PlayVocabulary& vocabulary);

}  // namespace tesuji::learner
