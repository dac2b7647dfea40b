// Expands states of a two-player, turn-taking game, given by their numbers. Internal to this
// folder.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/partition/state_code.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace tesuji::runtime::partition {

/// Properties of a state, which all states of its orbit share.
struct Position {
  Role mover = no_role;  ///< no_role if no role can move
  Move waiting = 0;      ///< of the other role
  bool terminal = false;
  bool faulty = false;       ///< a role has no goal value in it (GoalFault)
  int margin = 0;            ///< if no role can move: the margin of the goals, as final_value()
  std::uint64_t states = 1;  ///< in the orbit
};

/// For one thread. Game, turns and code must outlive it.
class Expander {
 public:
  Expander(const Game& game, const Turns& turns, const StateCode& code)
      : game_(game),
        turns_(turns),
        code_(code),
        scratch_(game.make_scratch()),
        state_(game.state_words()),
        next_(game.state_words()) {}

  /// Appends to `successors` the numbers of the states after each move. Throws TurnError,
  /// LimitReached; std::logic_error if a state does not match its number.
  template <typename Key>
  Position expand(Key key, std::vector<Key>& successors) {
    code_.state(key, state_);
    Position position = expand_state(successors);
    if (code_.symmetries() > 1) position.states = code_.orbit_size(state_);
    return position;
  }

  /// As above, for a state whose own number need not be its orbit's number; does not compute
  /// `states`.
  template <typename Key>
  Position expand(StateView state, std::vector<Key>& successors) {
    std::copy(state.begin(), state.end(), state_.begin());
    return expand_state(successors);
  }

  /// Returns the mover's moves in the state that was expanded last, in the order of its successors.
  [[nodiscard]] std::span<const Move> moves(const Position& position) const {
    return legal_[position.mover];
  }
  /// Returns the state after one of the moves of a state's position; valid until the next call.
  [[nodiscard]] StateView play(StateView state, const Position& position, Move move) {
    std::array<Move, 2> joint{position.waiting, position.waiting};
    joint[position.mover] = move;
    game_.next(state, joint, *scratch_, next_);
    return next_;
  }

 private:
  template <typename Key>
  Position expand_state(std::vector<Key>& successors) {
    Position position;
    position.terminal = game_.terminal(state_, *scratch_);
    if (!position.terminal) game_.legal(state_, *scratch_, legal_);
    if (position.terminal ||
        std::any_of(legal_.begin(), legal_.end(), [](const auto& of) { return of.empty(); })) {
      std::array<int, 2> goals{};
      game_.goal_values(state_, *scratch_, goals);
      position.faulty = position.terminal && std::ranges::min(goals) < 0;
      position.margin = std::max(goals[0], 0) - std::max(goals[1], 0);
      return position;
    }
    const Turn turn = turns_.turn(state_, legal_);
    position.mover = turn.mover;
    position.waiting = turn.waiting;
    for (const Move move : legal_[turn.mover]) {
      (void)play(state_, position, move);
      successors.push_back(code_.number<Key>(next_));
      if (checks_left_ > 0) check(successors.back());
    }
    return position;
  }

  /// Checks that a state's own number decodes to the state, and that its orbit has one number.
  template <typename Key>
  void check(const Key& number) {
    --checks_left_;
    State same(game_.state_words());
    code_.state(code_.own_number<Key>(next_), same);
    if (same != next_) throw std::logic_error("the number of a state is not that of the state");
    code_.state(number, same);
    if (code_.number<Key>(same) != number) {
      throw std::logic_error("symmetric states have different numbers");
    }
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
