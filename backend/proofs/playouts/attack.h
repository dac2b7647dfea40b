// Searches random playouts for states that violate invariants.
//
// A playout depends on seed and number alone (runtime/host/playouts/playout.h), so a violation is
// stored as its place, and play_of computes the play again.
#pragma once

#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/observe/observer.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::proofs {

struct AttackOptions {
  std::uint64_t states = 1'000'000;  ///< no playout begins when so many were seen
  double seconds = 60;               ///< wall clock; 0: no limit
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::uint64_t step_limit = 10'000;  ///< moves per playout
  /// Whether sequences that end because a role has no move count (section 5.2): `next` is then
  /// true in their last state, as it is in terminal ones. Otherwise they are irrelevant.
  bool nonplayable = false;
  const std::atomic<bool>* stop = nullptr;  ///< looked at in every state; may be null
};

/// A place where an instance of an invariant fails: it is asked of the states from there on.
struct Violation {
  InstanceNumber instance = 0;
  std::uint64_t playout = 0;
  std::uint64_t step = 0;  ///< moves made before
};

struct AttackedInvariant {
  /// Sequences of states of which it was asked. The playouts after all instances are refuted do
  /// not count.
  std::uint64_t windows = 0;
  Words refuted;  ///< by instance
  std::uint64_t refuted_count = 0;
  /// By playout, step and instance, one for each refuted instance, and of very many the first.
  std::vector<Violation> violations;
  std::optional<Play> play;  ///< of the first, from the initial state
};

struct AttackResult {
  std::uint64_t states = 0;
  std::uint64_t playouts = 0;
  std::uint64_t cut = 0;      ///< playouts that ended at the step limit
  std::uint64_t stuck = 0;    ///< .. because a role had no move in a state that is not terminal
  std::uint64_t limited = 0;  ///< .. because the game reached a limit of its own
  std::string limit;          ///< which, the first time
  /// A bug of ours, that ended it all: the game and its module do not fit. Otherwise empty.
  std::string error;
  double seconds = 0;
  /// Whether so many states were seen as asked for; otherwise time was over, or it was stopped.
  bool complete = false;
  std::vector<AttackedInvariant> invariants;
};

/// Where it is complete, the result (but for `seconds`) depends on game, invariants, and of the
/// options on states, seed, step_limit and nonplayable only. Throws std::system_error where there
/// is no thread to be had.
[[nodiscard]] AttackResult attack(const Checker& checker, const Observer& observer,
                                  const AttackOptions& options);

/// The play in which `violation` was found, from the initial state to the last state of the
/// window. Throws LimitReached as the game does.
[[nodiscard]] Play play_of(const runtime::Game& game, const ir::Invariant& invariant,
                           const Violation& violation, std::uint64_t seed);

}  // namespace tesuji::proofs
