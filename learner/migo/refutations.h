// Bounds the outcomes of moves that failed in games, against a perfect opponent or any other.
//
// The value of a move that ends the game is its outcome. The value of any other move of the learner
// is at most that of the learner's best move after the opponent's answer, where an untried move may
// be worth a win. In a drawn game the opponent could win nowhere, because it would have; in a game
// that the learner won, every move of the opponent, made or not, loses. So some moves become known
// not to keep a win, or a draw: negative examples, which MIGO does not use. From games against any
// opponent only the first rule holds, for the moves of both.
#pragma once

#include "learner/arena/learner.h"
#include "learner/migo/learned_program.h"
#include "runtime/host/game/state_space.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tesuji::learner {

/// Not thread-safe; the space must outlive it and must not be cleared meanwhile.
class Refutations {
 public:
  explicit Refutations(runtime::StateSpace& space) : space_(space) {}

  /// Learns from a game against a perfect opponent: its boards from start to end, and the learner's
  /// outcome.
  void record(std::span<runtime::Node* const> boards, runtime::Role learner, Outcome outcome);
  /// As record(), if neither player need be perfect.
  void record_any(std::span<runtime::Node* const> boards, runtime::Role learner, Outcome outcome);
  /// Records that the move into `next` loses.
  void record_loss(runtime::Node& node, const runtime::Node& next);

  /// Returns the states after moves, by either role, that do not keep the goal.
  [[nodiscard]] std::vector<runtime::Node*> refuted(Goal goal);
  /// Returns a number that changes when refuted(goal) does.
  [[nodiscard]] std::uint32_t version(Goal goal) const {
    return versions_[static_cast<std::size_t>(goal)];
  }

  struct Bounds {
    runtime::Node* node = nullptr;
    std::vector<Outcome> moves;  ///< by edge: upper bounds for the role that moves
  };
  /// Returns the bounds of every visited state, by number of its node.
  [[nodiscard]] const std::map<std::uint32_t, Bounds>& all() const { return bounds_; }
  /// Restores another object's bounds of a state: one for each of its moves, or it throws
  /// std::invalid_argument.
  void restore(runtime::Node& node, const std::vector<Outcome>& moves);

 private:
  Bounds& bounds(runtime::Node& node);
  void lower(Outcome& bound, Outcome to);
  void back_up(std::span<runtime::Node* const> boards, runtime::Role role, Outcome outcome,
               bool perfect);

  runtime::StateSpace& space_;
  std::map<std::uint32_t, Bounds> bounds_;  ///< by node
  std::array<std::uint32_t, 2> versions_{};
};

}  // namespace tesuji::learner
