// Unrolls a net for several plays that look alike to roles.
#pragma once

#include "backend/proofs/sat/unrolling.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace tesuji::sat {

/// Play 0 and further plays, the *witnesses*. Each witness looks to its role like play 0: at each
/// time at which moves are made, the role makes the same move and sees the same percepts.
class AlikeUnrolling {
 public:
  /// `witnesses`: the role of each further play. The net must answer all questions, percepts too,
  /// and outlive this. `roles`: number of roles.
  AlikeUnrolling(const ir::Net& net, std::size_t roles, std::vector<std::uint32_t> witnesses,
                 Unrolling::Start start);

  void watch(const Limits* limits) { space_.gates.watch(limits); }
  [[nodiscard]] Solver& solver() { return space_.solver; }
  [[nodiscard]] Gates& gates() { return space_.gates; }
  [[nodiscard]] std::size_t plays() const { return plays_.size(); }
  [[nodiscard]] Unrolling& play(std::size_t i) { return plays_[i]; }
  /// Returns the role to which a witness looks like play 0; `play` must not be 0.
  [[nodiscard]] std::uint32_t role_of(std::size_t play) const { return witnesses_[play - 1]; }

  /// If assumed, all plays continue at that time by legal moves, and look alike.
  [[nodiscard]] Literal goes_on(std::uint32_t time);
  /// Returns a literal that holds if a signal has the same value at that time in two plays.
  [[nodiscard]] Literal same(ir::Signal signal, std::uint32_t time, std::size_t a = 0,
                             std::size_t b = 1);

 private:
  void make_alike(Literal on, std::size_t play, std::uint32_t time);
  void make_same(Literal on, Literal a, Literal b);

  const ir::Net& net_;
  std::vector<std::uint32_t> witnesses_;
  Workspace space_;
  std::deque<Unrolling> plays_;   // their addresses must not change
  std::vector<Literal> goes_on_;  ///< by time
};

}  // namespace tesuji::sat
