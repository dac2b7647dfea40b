// Property-directed reachability: decides whether a formula holds in every reachable state, by
// clauses over fluents that it learns from states which would violate it.
//
// Frame i is a set of states that contains all that i moves reach, written as clauses; frame 0 is
// the initial state. A state of the last frame that violates the formula is an obligation: it must
// be shown that no state of the frame before leads to it. Where one does, that state is an
// obligation one frame earlier; where none does, a clause that keeps it out, and as many states
// like it as possible, joins the frames up to there. When two frames are equal, their clauses are
// an invariant that implies the formula. When an obligation contains the initial state, there is a
// play.
//
// Source: Bradley, SAT-based model checking without unrolling (2011); Een, Mishchenko, Brayton,
// Efficient implementation of property directed reachability (2011).
#pragma once

#include "backend/proofs/sat/candidate.h"
#include "backend/proofs/sat/formula_literals.h"
#include "backend/proofs/sat/frames.h"
#include "backend/proofs/sat/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::sat {

struct DirectedResult {
  Outcome outcome = Outcome::open;  ///< proved, refuted or open
  /// Proved: no reachable state is in one of these. Together they follow from themselves by an
  /// induction over one state, given the premises, and the formula follows from them and the
  /// premises.
  std::vector<Cube> lemmas;
  std::optional<Trace> play;  ///< refuted: it ends in the state that violates, and what follows it
  std::uint32_t frames = 0;
};

/// Decides formulas of one net one after the other. What it proves is a premise of what follows.
class PropertyDirected {
 public:
  /// Everything outlives it. `premises` hold in every reachable state. Throws LimitReached.
  PropertyDirected(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
                   std::span<const Candidate> premises, bool nonplayable, const Limits& limits);
  ~PropertyDirected();
  PropertyDirected(const PropertyDirected&) = delete;
  PropertyDirected& operator=(const PropertyDirected&) = delete;

  /// Requires that the candidate holds in the initial state. Unknown where a limit is reached, or
  /// there would be more than `most_frames` frames.
  [[nodiscard]] DirectedResult decide(const Candidate& candidate, const Limits& limits,
                                      std::uint32_t most_frames = 1000);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace tesuji::sat
