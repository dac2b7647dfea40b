// Decides whether a formula holds in every reachable state by property-directed reachability: by
// clauses over fluents that it learns from states that would violate the formula.
//
// Frame i is a set of states, written as clauses, that contains all states reached by i moves;
// frame 0 is the initial state. A state of the last frame that violates the formula is an
// obligation: to show that no state of the previous frame leads to it. If one does, that state is
// an obligation one frame earlier; if none does, a clause that excludes the obligation, and as many
// similar states as possible, is added to the frames up to there. When two frames are equal, their
// clauses are an invariant that implies the formula. When an obligation contains the initial state,
// a play violates the formula.
//
// Source: Bradley, SAT-based model checking without unrolling (2011); Een, Mishchenko, Brayton,
// Efficient implementation of property directed reachability (2011).
#pragma once

#include "backend/proofs/sat/candidate.h"
#include "backend/proofs/sat/formula_literals.h"
#include "backend/proofs/sat/solver.h"
#include "backend/proofs/sat/unrolling.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::sat {

// The frames: sets of states, written as clauses in a solver.

/// A fluent and its value; ascending by fluent.
struct FluentLiteral {
  std::uint32_t fluent = 0;  ///< position in Net::fluents
  bool holds = false;
  friend auto operator<=>(const FluentLiteral&, const FluentLiteral&) = default;
};
/// The states in which all these fluents have these values.
using Cube = std::vector<FluentLiteral>;

/// Frame i contains all states that i moves reach; frame 0 is the initial state. Each frame
/// excludes at least the states that later ones exclude.
class Frames {
 public:
  /// The unrolling must outlive it, and begin in any state.
  explicit Frames(Unrolling& unrolling) : unrolling_(unrolling) {}

  /// Resets to frame 0 alone. `starts`: if assumed, the state at time 0 is the initial one.
  void restart(Literal starts);
  void add_frame();
  [[nodiscard]] std::uint32_t last() const {
    return static_cast<std::uint32_t>(frames_.size()) - 1;
  }

  /// Appends assumptions that put the state at time 0 into the frame.
  void assume(std::uint32_t frame, std::vector<Literal>& assumptions) const;
  /// Whether the frame is known to contain no state of the cube.
  [[nodiscard]] bool keeps_out(const Cube& cube, std::uint32_t frame) const;
  /// Excludes the cube from the frame and all earlier ones.
  void keep_out(const Cube& cube, std::uint32_t frame);
  /// Moves the frame's cubes for which `moves` returns true to the next frame. Returns whether none
  /// remains: then both frames are equal.
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
    // Clauses removed from the frame stay in the solver; they are weaker.
    frames_[frame] = std::move(kept);
    return frames_[frame].empty();
  }
  /// Returns the cubes that the frame excludes.
  [[nodiscard]] std::vector<Cube> cubes_from(std::uint32_t frame) const;

  [[nodiscard]] Literal literal(const FluentLiteral& some, std::uint32_t time);

 private:
  void write(const Cube& cube, std::uint32_t frame);

  Unrolling& unrolling_;
  std::vector<std::vector<Cube>>
      frames_;  ///< by frame: cubes excluded from this frame and earlier ones
  std::vector<Literal> active_;            ///< by frame
};

struct DirectedResult {
  Outcome outcome = Outcome::open;  ///< proved, refuted or open
  /// Proved: no reachable state is in one of these cubes. Together they are inductive over one
  /// move, given the premises, and with the premises they imply the formula.
  std::vector<Cube> lemmas;
  std::optional<Trace> play;  ///< refuted: ends in the violating state and the states that the
                              ///< formula reads after it
  std::uint32_t frames = 0;
};

/// Decides formulas of one net in sequence. Proved formulas are premises of later ones.
class PropertyDirected {
 public:
  /// All references must outlive it. `premises` must hold in every reachable state. Throws
  /// LimitReached.
  PropertyDirected(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
                   std::span<const Candidate> premises, bool nonplayable, const Limits& limits);
  ~PropertyDirected();
  PropertyDirected(const PropertyDirected&) = delete;
  PropertyDirected& operator=(const PropertyDirected&) = delete;

  /// Requires that the candidate holds in the initial state. Returns open if a limit is reached, or
  /// if it would need more than `most_frames` frames.
  [[nodiscard]] DirectedResult decide(const Candidate& candidate, const Limits& limits,
                                      std::uint32_t most_frames = 1000);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace tesuji::sat
