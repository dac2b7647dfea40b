// Decides invariants of small games by enumerating all reachable states: each
// formula is evaluated on every sequence of states that play can go through, as long as its degree
// needs. What holds in all of them is an invariant, whether induction shows it or not; the first
// sequence in which one fails lies at the end of a shortest play.
//
// Where there are too many states, those that were found are looked at all the same: they are the
// ones that the fewest moves lead to, and what fails there is false.
//
// Nothing here knows of answer sets: the game's own state machine says what is reachable.
#pragma once

#include "backend/proofs/formulas/bit_words.h"
#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/observe/observer.h"
#include "runtime/host/playouts/reachable_states.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::proofs {

struct EnumerationOptions {
  runtime::ReachOptions reach;  ///< `seconds` is for states and formulas together
  bool nonplayable = false;     ///< as in AttackOptions
};

struct EnumeratedInvariant {
  bool asked = false;
  Words refuted;           ///< by instance
  Words refuted_at_start;  ///< those of them that fail of the initial state
  std::uint64_t refuted_count = 0;
  std::optional<Play> play;  ///< a shortest one, in which an instance fails
};

struct EnumerationResult {
  bool tried = false;
  /// Whether every asked invariant was tried in every sequence of reachable states.
  bool complete = false;
  /// Every asked invariant of degree d was tried in every sequence of states that fewer than so
  /// many moves, less d, lead to: of all there are where complete.
  std::uint32_t moves_covered = 0;
  std::uint64_t states = 0;  ///< found; all that there are where complete
  std::uint64_t edges = 0;   ///< between different successive states
  std::uint64_t stuck = 0;   ///< of the states with known successors, in which a role has no move
  double seconds = 0;
  std::uint64_t looked_at = 0;  ///< states of which formulas were asked
  std::string reason;           ///< why it is not complete; else empty
  std::string error;            ///< a bug of ours: the game and its module do not fit. Else empty
  std::vector<EnumeratedInvariant> invariants;  ///< by invariant of the checker
};

/// Asks those invariants of the checker that `asked` marks (families that it leaves out never are
/// asked). What is refuted is so whether it is complete or not. Formulas are asked once all states
/// are known, or as many as the limits allow.
[[nodiscard]] EnumerationResult enumerate(const Checker& checker, const Observer& observer,
                                          const std::vector<bool>& asked,
                                          const EnumerationOptions& options);

}  // namespace tesuji::proofs
