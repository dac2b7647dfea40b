// A net unrolled for several plays that look alike to roles.
#pragma once

#include "backend/proofs/sat/unrolling.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace tesuji::sat {

/// Play 0, and further plays, the *witnesses*, each of which looks like it to a role: there the
/// role makes the same moves and sees the same percepts, at each time at which moves are made.
class AlikeUnrolling {
 public:
  /// `witnesses`: the role of each further play. The net, which answers all questions, percepts
  /// too, outlives it. `roles`: their number.
  AlikeUnrolling(const ir::Net& net, std::size_t roles, std::vector<std::uint32_t> witnesses,
                 Unrolling::Start start);

  void watch(const Limits* limits) { space_.gates.watch(limits); }
  [[nodiscard]] Solver& solver() { return space_.solver; }
  [[nodiscard]] Gates& gates() { return space_.gates; }
  [[nodiscard]] std::size_t plays() const { return plays_.size(); }
  [[nodiscard]] Unrolling& play(std::size_t i) { return plays_[i]; }
  /// The role to which a play looks like play 0; not of that.
  [[nodiscard]] std::uint32_t role_of(std::size_t play) const { return witnesses_[play - 1]; }

  /// Assumed, all plays go on at a time, by legal moves, and look alike.
  [[nodiscard]] Literal goes_on(std::uint32_t time);
  /// Holds where a signal's values at a time are the same in two plays.
  [[nodiscard]] Literal same(ir::Signal signal, std::uint32_t time, std::size_t a = 0,
                             std::size_t b = 1);

 private:
  void make_alike(Literal on, std::size_t play, std::uint32_t time);
  void make_same(Literal on, Literal a, Literal b);

  const ir::Net& net_;
  std::vector<std::uint32_t> witnesses_;
  Workspace space_;
  std::deque<Unrolling> plays_;   // they stay where they are
  std::vector<Literal> goes_on_;  ///< by time
};

}  // namespace tesuji::sat
