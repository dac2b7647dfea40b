// Expands states of a two-player, turn-taking game, by their numbers. Internal to this
// folder.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/partition/state_code.h"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <vector>

namespace tesuji::runtime::partition {

/// What a state is.
struct Position {
  Role mover = no_role;  ///< no_role where nobody can move
  bool terminal = false;
  int margin = 0;  ///< where nobody can move: of its own goals, as final_value()
};

/// For one thread. Game, turns and code have to outlive it.
class Expander {
 public:
  Expander(const Game& game, const Turns& turns, const StateCode& code)
      : game_(game),
        turns_(turns),
        code_(code),
        scratch_(game.make_scratch()),
        state_(game.state_words()),
        next_(game.state_words()) {}

  /// The numbers of the states after each move are appended to `successors`. Throws TurnError,
  /// LimitReached; std::logic_error where a state is not what its number says.
  template <typename Key>
  Position expand(Key key, std::vector<Key>& successors) {
    code_.state(key, state_);
    Position position;
    position.terminal = game_.terminal(state_, *scratch_);
    if (!position.terminal) game_.legal(state_, *scratch_, legal_);
    if (position.terminal ||
        std::any_of(legal_.begin(), legal_.end(), [](const auto& of) { return of.empty(); })) {
      std::array<int, 2> goals{};
      game_.goal_values(state_, *scratch_, goals);
      position.margin = std::max(goals[0], 0) - std::max(goals[1], 0);
      return position;
    }
    const Turn turn = turns_.turn(state_, legal_);
    position.mover = turn.mover;
    std::array<Move, 2> joint{turn.waiting, turn.waiting};
    for (const Move move : legal_[turn.mover]) {
      joint[turn.mover] = move;
      game_.next(state_, joint, *scratch_, next_);
      const WideKey number = code_.number(next_);
      if (checks_left_ > 0) check(number);
      successors.push_back(static_cast<Key>(number));
    }
    return position;
  }

  /// The state that was asked about last.
  [[nodiscard]] StateView state() const { return state_; }

 private:
  /// Of the first states: that their numbers tell all of them.
  void check(WideKey number) {
    --checks_left_;
    State same(game_.state_words());
    code_.state(number, same);
    if (same != next_) throw std::logic_error("the number of a state is not that of the state");
  }

  const Game& game_;
  const Turns& turns_;
  const StateCode& code_;
  std::unique_ptr<Scratch> scratch_;
  State state_;
  State next_;
  std::vector<std::vector<Move>> legal_;
  int checks_left_ = 10'000;
};

}  // namespace tesuji::runtime::partition
