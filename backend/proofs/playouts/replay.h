// Replays counterexamples on a game's own state machine. A violation found by clingo counts only if
// the game confirms it move by move.
#pragma once

#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/observe/observer.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::proofs {

/// Where a play begins.
enum class PlayStart : std::uint8_t {
  initial,  ///< in the initial state
  anywhere  ///< in its first state, which may be unreachable
};

enum class Replayed : std::uint8_t {
  agrees,   ///< the game plays it as shown, and the invariant fails
  differs,  ///< the game contradicts it: a bug of ours
  /// Undecided: the compiled game cannot represent a state or move, since passes remove unreachable
  /// ones. Only with PlayStart::anywhere, and never for matchers made without narrowing_passes
  /// (observed_game.h).
  outside
};

struct ReplayResult {
  Replayed outcome = Replayed::agrees;
  std::string message;  ///< in words, the first difference or the first unrepresentable part;
                        ///< otherwise empty
};

/// Checks that each joint move is legal, that each next state has exactly the fluents of the next
/// step, and that invariant number `invariant` of the checker fails at `play.violated` for
/// `play.instance`. Plays states beyond the invariant's window without checking them.
/// `nonplayable`: as in AttackOptions. Throws LimitReached as the game does.
[[nodiscard]] ReplayResult replay(const Observer& observer, const Checker& checker,
                                  std::size_t invariant, const Play& play, PlayStart start,
                                  bool nonplayable = false);

/// Removes the joint moves between two visits to the same state, up to the violation: the rest is a
/// play, too, and violates the same formula.
[[nodiscard]] Play without_repetitions(Play play);

}  // namespace tesuji::proofs
