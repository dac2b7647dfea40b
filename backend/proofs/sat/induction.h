// Induction over K consecutive states, of many formulas together.
//
// BASE CASE. A formula holds in the first K states of every play.
// STEP. Take any K + 1 consecutive states of which the first K satisfy all formulas of the set, and
// all of them the premises. Then the last one satisfies the set.
// The step's set begins with all candidates. A model refutes some of them; these go, and the
// step is tried again without assuming them, until there is no model: what is left is the
// largest set that follows from itself (mutual induction; Flanagan and Leino, Houdini, an
// annotation assistant for ESC/Java, 2001). Candidates that went are tried again with a larger K.
// With simple paths the K + 1 states differ from each other, where a model makes that necessary
// (Sheeran, Singh, Stalmarck, Checking safety properties using induction and a SAT-solver, 2000).
//
// Why that is sound: let a reachable state violate a formula of the set, in the fewest moves.
// It is not among the first K by the base case. The K states before it satisfy the set, as else
// one of them would be a violation in fewer moves, and they differ from each other, as else a
// play without the moves between two of them would be shorter. All satisfy the premises. So they
// are a model of the step.
//
// A formula of degree d looks at d states after the one it is asked of. Formulas of each degree are
// denied apart, with exactly as many states as they look at: a longer sequence need not exist,
// where a role has no legal move (Haufe, Schiffel, Thielscher 2012, theorem 17).
#pragma once

#include "backend/proofs/sat/candidate.h"
#include "backend/proofs/sat/formula_literals.h"
#include "backend/proofs/sat/solver.h"
#include "backend/proofs/sat/trace.h"
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
  /// Conflicts of a question about many formulas, before it is asked of each.
  std::uint32_t easy_conflicts = 2'000;
  Limits limits{};
};

/// Formulas proved together, in the order in which that was done: all that stands before is a
/// premise.
struct InductionStep {
  std::vector<std::size_t> candidates;  ///< positions
  std::uint32_t depth = 1;              ///< K
  bool simple_paths = false;            ///< whether it took for granted that the states differ
  double seconds = 0;                   ///< from the beginning until they were proved, by the clock
};

struct InductionResult {
  std::vector<Outcome> outcomes;  ///< by candidate
  std::vector<InductionStep> steps;
  std::map<std::size_t, Trace> plays;  ///< by candidate, of those whose base case fails
  std::uint64_t solver_calls = 0;
  bool limit_reached = false;
};

/// Proves what it can; where a limit is reached, what was proved until then. `premises` hold in
/// every reachable state of every play. Formulas that are too large to be written out stay open.
/// `net` answers all questions but percepts.
[[nodiscard]] InductionResult prove_by_induction(const ir::Net& net, std::size_t roles,
                                                 const AtomSignals& atoms,
                                                 std::span<const Candidate> premises,
                                                 std::span<const Candidate> candidates,
                                                 const InductionOptions& options);

}  // namespace tesuji::sat
