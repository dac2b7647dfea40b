// Searches random playouts for states that violate invariants.
//
// A playout depends only on the seed and its number (runtime/host/playouts/playout.h), so a
// violation is stored as its place, and play_of recomputes the play.
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
  std::uint64_t states = 1'000'000;  ///< no playout begins after this many states
  double seconds = 60;               ///< wall clock; 0: no limit
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::uint64_t step_limit = 10'000;  ///< moves per playout
  /// Whether sequences that end because a role has no move count (section 5.2): `next` is then true
  /// in their last state, as in terminal ones. Otherwise they are ignored.
  bool nonplayable = false;
  const std::atomic<bool>* stop = nullptr;  ///< polled in every state; may be null
};

/// The place where an instance of an invariant fails, evaluated on the states from there on.
struct Violation {
  InstanceNumber instance = 0;
  std::uint64_t playout = 0;
  std::uint64_t step = 0;  ///< number of moves made before
};

struct AttackedInvariant {
  /// Number of sequences of states on which it was evaluated. Playouts after all instances are
  /// refuted do not count.
  std::uint64_t windows = 0;
  Words refuted;  ///< by instance
  std::uint64_t refuted_count = 0;
  /// By playout, step and instance, one for each refuted instance; limited to the first ones.
  std::vector<Violation> violations;
  std::optional<Play> play;  ///< of the first violation, from the initial state
};

struct AttackResult {
  std::uint64_t states = 0;
  std::uint64_t playouts = 0;
  std::uint64_t cut = 0;      ///< playouts that ended at the step limit
  std::uint64_t stuck = 0;    ///< .. because a role had no move in a non-terminal state
  std::uint64_t limited = 0;  ///< .. because the game reached a limit
  std::string limit;          ///< the first limit reached
  /// A bug of ours that ended the attack: the game and its module do not match. Otherwise empty.
  std::string error;
  double seconds = 0;
  /// Whether the requested number of states was reached; otherwise it ran out of time or was
  /// stopped.
  bool complete = false;
  std::vector<AttackedInvariant> invariants;
};

/// If complete, the result (except `seconds`) depends only on the game, the invariants, and the
/// options states, seed, step_limit and nonplayable. Throws std::system_error if no thread is
/// available.
[[nodiscard]] AttackResult attack(const Checker& checker, const Observer& observer,
                                  const AttackOptions& options);

/// Replays `violation` from the initial state to the last state of the window. Throws LimitReached
/// as the game does.
[[nodiscard]] Play play_of(const runtime::Game& game, const ir::Invariant& invariant,
                           const Violation& violation, std::uint64_t seed);

}  // namespace tesuji::proofs
