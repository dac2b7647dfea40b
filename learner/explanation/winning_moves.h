// Finds moves that win at once, or at the next move but one whatever the other role replies.
#pragma once

#include "learner/explanation/win_explainer.h"
#include "runtime/host/game/game.h"

#include <cstddef>
#include <vector>

namespace tesuji::learner {

/// A role wins with the goal value 100 in a terminal state.
class WinningMoves {
 public:
  /// The game must outlive it.
  explicit WinningMoves(const runtime::Game& game);

  /// The role's moves that win whatever the others do in the same turn; `state` is not terminal.
  [[nodiscard]] std::vector<runtime::Move> at_once(runtime::StateView state, runtime::Role role);
  /// Whether the move does.
  [[nodiscard]] bool wins_at_once(runtime::StateView state, runtime::Role role, runtime::Move move);

  /// How a role wins: the joint move, and an answer for each kind of reply.
  struct Answer {
    std::vector<runtime::Move> reply;
    std::vector<runtime::Move> move;
  };
  /// Answers to all replies to the move, as few different ones as a greedy choice finds; empty
  /// where there is a reply without one. Of games for two in which one role moves at a time: the
  /// other role has one move in `state`, and this role has one behind the move.
  [[nodiscard]] std::vector<Answer> after_reply(runtime::StateView state, runtime::Role role,
                                                runtime::Move move);

  /// A win of the role by this move, as an example; `answers` as after_reply() gives them, or
  /// empty for a win at once.
  [[nodiscard]] WinExample example(runtime::StateView state, runtime::Role role, runtime::Move move,
                                   const std::vector<Answer>& answers);

 private:
  using Joint = std::vector<runtime::Move>;

  [[nodiscard]] std::vector<std::vector<runtime::Move>> legal(runtime::StateView state);
  /// The first joint move in which the role makes this move.
  [[nodiscard]] Joint joint_with(runtime::StateView state, runtime::Role role, runtime::Move move);
  [[nodiscard]] runtime::State after(runtime::StateView state, const Joint& joint);

  const runtime::Game& game_;
  std::unique_ptr<runtime::Scratch> scratch_;
};

}  // namespace tesuji::learner
