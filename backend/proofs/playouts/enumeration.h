// Decides invariants of small games by enumerating all reachable states: evaluates each formula on
// every possible sequence of states that is as long as its degree needs. A formula that holds in
// all of them is an invariant, whether induction proves it or not; the first sequence in which one
// fails is the end of a shortest play.
//
// If there are too many states, the formulas are evaluated on those found: they are the ones
// closest to the initial state, and a formula that fails there is false.
//
// This file uses no answer set programs: the game's own state machine determines the reachable
// states.
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
  runtime::ReachOptions reach;  ///< `seconds` covers states and formulas together
  bool nonplayable = false;     ///< as in AttackOptions
};

struct EnumeratedInvariant {
  bool asked = false;
  Words refuted;           ///< by instance
  Words refuted_at_start;  ///< instances that fail in the initial state
  std::uint64_t refuted_count = 0;
  std::optional<Play> play;  ///< a shortest play in which an instance fails
};

struct EnumerationResult {
  bool tried = false;
  /// Whether every selected invariant was evaluated on every sequence of reachable states.
  bool complete = false;
  /// Every selected invariant of degree d was evaluated on every sequence of states that begins
  /// after fewer than `moves_covered` - d moves; if complete, on all sequences.
  std::uint32_t moves_covered = 0;
  std::uint64_t states = 0;  ///< number found; all reachable states if complete
  std::uint64_t edges = 0;   ///< between different successive states
  std::uint64_t stuck = 0;   ///< number of states with known successors in which a role has no move
  double seconds = 0;
  std::uint64_t looked_at = 0;  ///< number of states on which formulas were evaluated
  std::string reason;           ///< why it is not complete; otherwise empty
  std::string error;  ///< a bug of ours: the game and its module do not match. Otherwise empty
  std::vector<EnumeratedInvariant> invariants;  ///< by invariant of the checker
};

/// Evaluates the invariants of the checker that `asked` selects (never families that it leaves
/// out). Refutations are valid even if the result is incomplete. Evaluation begins once all states
/// are known, or as many as the limits allow.
[[nodiscard]] EnumerationResult enumerate(const Checker& checker, const Observer& observer,
                                          const std::vector<bool>& asked,
                                          const EnumerationOptions& options);

}  // namespace tesuji::proofs
