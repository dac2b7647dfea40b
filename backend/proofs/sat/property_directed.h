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
#include "backend/proofs/sat/solver.h"
#include "backend/proofs/sat/trace.h"
#include "backend/proofs/sat/unrolling.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::sat {

// Frames of property-directed reachability: sets of states, written as clauses in a solver.

/// Fluents and whether they hold, ascending by fluent.
struct FluentLiteral {
  std::uint32_t fluent = 0;  ///< position in Net::fluents
  bool holds = false;
  friend auto operator<=>(const FluentLiteral&, const FluentLiteral&) = default;
};
/// The states in which all of these are so.
using Cube = std::vector<FluentLiteral>;

/// Frame i contains all states that i moves reach; frame 0 is the initial state. Each frame keeps
/// out what later ones do, and more.
class Frames {
 public:
  /// The unrolling outlives it, and begins in any state.
  explicit Frames(Unrolling& unrolling) : unrolling_(unrolling) {}

  /// Frame 0 alone. `starts`, assumed, makes the state at time 0 the initial one.
  void restart(Literal starts);
  void add_frame();
  [[nodiscard]] std::uint32_t last() const {
    return static_cast<std::uint32_t>(frames_.size()) - 1;
  }

  /// Appends what makes the state at time 0 one of the frame.
  void assume(std::uint32_t frame, std::vector<Literal>& assumptions) const;
  /// Whether the frame is known to have no state of the cube.
  [[nodiscard]] bool keeps_out(const Cube& cube, std::uint32_t frame) const;
  /// The frame, and those before it, have no state of the cube from now on.
  void keep_out(const Cube& cube, std::uint32_t frame);
  /// Moves those cubes of the frame on to the next one for which `moves` says so. Whether none is
  /// left: both frames are equal then.
  template <typename Moves>
  bool push(std::uint32_t frame, const Moves& moves) {
    std::vector<Cube> kept;
    for (Cube& cube : std::exchange(frames_[frame], {})) {
      if (moves(cube)) {
        write(cube, frame + 1);
        frames_[frame + 1].push_back(std::move(cube));
      } else {
        kept.push_back(std::move(cube));
      }
    }
    // Clauses that were taken out of the frame stay in the solver; they are weaker.
    frames_[frame] = std::move(kept);
    return frames_[frame].empty();
  }
  /// The cubes that the frame keeps out.
  [[nodiscard]] std::vector<Cube> cubes_from(std::uint32_t frame) const;

  [[nodiscard]] Literal literal(const FluentLiteral& some, std::uint32_t time);

 private:
  void write(const Cube& cube, std::uint32_t frame);

  Unrolling& unrolling_;
  std::vector<std::vector<Cube>> frames_;  ///< by frame: what this one and earlier ones keep out
  std::vector<Literal> active_;            ///< by frame
};

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
