// Proves many formulas together by induction over K consecutive states.
//
// BASE CASE. A formula holds in the first K states of every play.
// STEP. Take any K + 1 consecutive states that all satisfy the premises, and of which the first K
// satisfy all formulas of the set. Then the last one satisfies the set.
// The step's set begins with all candidates. A model refutes some of them; these are dropped, and
// the step is repeated without them, until no model exists: the rest is the largest set that
// implies itself (mutual induction; Flanagan and Leino, Houdini, an annotation assistant for
// ESC/Java, 2001). Dropped candidates are tried again with a larger K.
// With simple paths the K + 1 states must differ from each other, if a model makes that necessary
// (Sheeran, Singh, Stalmarck, Checking safety properties using induction and a SAT-solver, 2000).
//
// Soundness: suppose that a reachable state violates a formula of the set, and choose one with the
// fewest moves. By the base case it is not among the first K. The K states before it satisfy the
// set, otherwise one of them would be a violation with fewer moves; and they differ from each
// other, otherwise removing the moves between two equal ones would shorten the play. All satisfy
// the premises. So they are a model of the step.
//
// A formula of degree d reads d further states. Formulas of each degree are negated separately,
// with exactly as many states as they read: a longer sequence need not exist if a role has no legal
// move (Haufe, Schiffel, Thielscher 2012, theorem 17).
#pragma once

#include "backend/proofs/sat/candidate.h"
#include "backend/proofs/sat/formula_literals.h"
#include "backend/proofs/sat/solver.h"
#include "backend/proofs/sat/unrolling.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tesuji::sat {

struct InductionOptions {
  std::uint32_t first_depth = 1;  ///< the smallest K
  std::uint32_t most_depth = 1;   ///< the largest
  bool simple_paths = false;      ///< with K > 1: the states differ from each other
  bool nonplayable = false;       ///< a state in which a role has no legal move ends a play
  /// Conflicts of a query about many formulas before each of them is queried separately.
  std::uint32_t easy_conflicts = 2'000;
  Limits limits{};
};

/// Formulas proved together, in the order of the proofs: all earlier ones are premises.
struct InductionStep {
  std::vector<std::size_t> candidates;  ///< positions
  std::uint32_t depth = 1;              ///< K
  bool simple_paths = false;            ///< whether the proof assumed that the states differ
  double seconds = 0;                   ///< wall-clock time from the start to the proof
};

struct InductionResult {
  std::vector<Outcome> outcomes;  ///< by candidate
  std::vector<InductionStep> steps;
  std::map<std::size_t, Trace> plays;  ///< by candidate, for those whose base case fails
  std::uint64_t solver_calls = 0;
  bool limit_reached = false;
};

/// Proves as many candidates as it can; if a limit is reached, returns the proofs so far.
/// `premises` must hold in every reachable state of every play. Formulas that are too large to
/// expand stay open. `net` must answer all questions except percepts.
[[nodiscard]] InductionResult prove_by_induction(const ir::Net& net, std::size_t roles,
                                                 const AtomSignals& atoms,
                                                 std::span<const Candidate> premises,
                                                 std::span<const Candidate> candidates,
                                                 const InductionOptions& options);

}  // namespace tesuji::sat
