// Frames of property-directed reachability: sets of states, written as clauses in a solver.
#pragma once

#include "backend/proofs/sat/solver.h"
#include "backend/proofs/sat/unrolling.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tesuji::sat {

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

}  // namespace tesuji::sat
