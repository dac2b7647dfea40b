// Finds moves that win at once, or at the role's following move whatever the other role replies.
#pragma once

#include "learner/explanation/win_explainer.h"
#include "runtime/host/game/game.h"

#include <cstddef>
#include <vector>

namespace tesuji::learner {

/// A role wins in a terminal state in which its goal is 100.
class WinningMoves {
 public:
  /// The game must outlive it.
  explicit WinningMoves(const runtime::Game& game);

  /// Returns the role's moves that win whatever the others do in the same turn; `state` must not be
  /// terminal.
  [[nodiscard]] std::vector<runtime::Move> at_once(runtime::StateView state, runtime::Role role);
  /// Whether this move does.
  [[nodiscard]] bool wins_at_once(runtime::StateView state, runtime::Role role, runtime::Move move);

  /// How a role wins: the joint move, and an answer for each kind of reply.
  struct Answer {
    std::vector<runtime::Move> reply;
    std::vector<runtime::Move> move;
  };
  /// Returns answers to all replies to the move, as few different ones as a greedy choice finds;
  /// empty if some reply has no answer. For two-player games in which one role moves at a time: the
  /// other role must have one move in `state`, and this role one after the move.
  [[nodiscard]] std::vector<Answer> after_reply(runtime::StateView state, runtime::Role role,
                                                runtime::Move move);

  /// Makes an example from the role's win by this move; `answers` as returned by after_reply(), or
  /// empty for a win at once.
  [[nodiscard]] WinExample example(runtime::StateView state, runtime::Role role, runtime::Move move,
                                   const std::vector<Answer>& answers);

 private:
  using Joint = std::vector<runtime::Move>;

  [[nodiscard]] std::vector<std::vector<runtime::Move>> legal(runtime::StateView state);
  /// Returns the first joint move in which the role makes this move.
  [[nodiscard]] Joint joint_with(runtime::StateView state, runtime::Role role, runtime::Move move);
  [[nodiscard]] runtime::State after(runtime::StateView state, const Joint& joint);

  const runtime::Game& game_;
  std::unique_ptr<runtime::Scratch> scratch_;
};

}  // namespace tesuji::learner
