// Bounds the outcomes of moves that are known to fail, from games against a perfect opponent, or
// against any.
//
// A move that ends the game is worth its outcome. Any other move of the learner is worth no more
// than the best of the learner's moves after the opponent's answer, where those that were not tried
// yet may be worth a win. In a drawn game the opponent could nowhere win, since it would have; in a
// game that the learner won each move of the opponent, made or not, loses. So moves come to be
// known as none that keep a win, or a draw: negative examples, which MIGO does without. Of games
// against any opponent only the first holds, and that for the moves of both.
#pragma once

#include "learner/arena/outcome.h"
#include "learner/migo/learned_program.h"
#include "runtime/host/game/state_space.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tesuji::learner {

/// Not thread-safe; the space must outlive it and may not be cleared meanwhile.
class Refutations {
 public:
  explicit Refutations(runtime::StateSpace& space) : space_(space) {}

  /// Learns from a game, as the learner ended it: its boards from start to end.
  void record(std::span<runtime::Node* const> boards, runtime::Role learner, Outcome outcome);
  /// The same where neither player need be perfect.
  void record_any(std::span<runtime::Node* const> boards, runtime::Role learner, Outcome outcome);
  /// The move into `next` loses.
  void record_loss(runtime::Node& node, const runtime::Node& next);

  /// Where moves lead that do not keep the goal, whoever makes them.
  [[nodiscard]] std::vector<runtime::Node*> refuted(Goal goal);
  /// Changes when refuted(goal) does.
  [[nodiscard]] std::uint32_t version(Goal goal) const {
    return versions_[static_cast<std::size_t>(goal)];
  }

  struct Bounds {
    runtime::Node* node = nullptr;
    std::vector<Outcome> moves;  ///< by edge: at best, for who moves
  };
  /// Of every state that was met, by number of its node.
  [[nodiscard]] const std::map<std::uint32_t, Bounds>& all() const { return bounds_; }
  /// Takes over what another one knew of a state: as many bounds as it has moves, or
  /// std::invalid_argument is thrown.
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
