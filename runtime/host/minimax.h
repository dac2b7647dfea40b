// The perfect opponent: exact depth-first solution of small games.
#pragma once

#include "runtime/host/game.h"
#include "runtime/host/move_preference.h"
#include "runtime/host/state_space.h"
#include "runtime/host/turns.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// The game's states repeat: it does not end by itself and cannot be solved so.
class CyclicGame : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What perfect play from a state leads to.
struct GameValue {
  std::int32_t margin = 0;  ///< goal of role 0 minus goal of role 1, -100..100
  std::uint32_t plies = 0;  ///< moves until then: shortest win, longest loss and draw
  /// The margin as `role` (0 or 1) sees it: positive if it wins.
  [[nodiscard]] std::int32_t margin_for(Role role) const { return role == 0 ? margin : -margin; }
  friend bool operator==(const GameValue&, const GameValue&) = default;
};

/// The move of a perfect player.
struct BestMove {
  Move move = 0;
  Role mover = no_role;
  GameValue value;      ///< of the state it is played in
  StateView successor;  ///< valid until the next call
};

/// A state of a solved game.
struct SolvedState {
  StateView state;
  Role mover = no_role;  ///< no_role where there is no joint move
  bool terminal = false;
  GameValue value;
  std::uint32_t moves = 0;  ///< of the mover
};

/// Values of states by searching everything below them once; what was found is
/// kept from call to call, within the budget (to which it adds 16 bytes a state).
/// Goals are read as a zero-sum game; a role without exactly one numeric goal has 0.
/// Not thread-safe.
class Minimax {
 public:
  /// Throws TurnError.
  Minimax(std::shared_ptr<const Game> game, TurnRule turns, StateSpaceOptions options = {});

  /// Which of equally good moves best() takes; the first in move order unless told otherwise.
  void prefer(MovePreference preference) { preference_ = std::move(preference); }

  // Both throw BudgetExceeded where the game is too large, and CyclicGame,
  // TurnError, LimitReached, Stopped.

  /// The value of a state. Where no joint move exists, terminal or not, its own goals.
  [[nodiscard]] GameValue value(StateView state);

  /// Best outcome for the mover, then the shortest win, the longest loss or draw,
  /// then the first by prefer(). Nothing where nobody can move.
  [[nodiscard]] std::optional<BestMove> best(StateView state);

  /// Solves the state and shows every state that can be reached from it, itself first; one that
  /// both roles may have moved into is shown for each. What `each` is given is valid until it
  /// returns; it may not use this object.
  void visit(StateView state, const std::function<void(const SolvedState&)>& each);

  /// The space that has been searched; clear() it to forget.
  [[nodiscard]] StateSpace& space() { return space_; }

 private:
  struct Entry {
    GameValue value;
    enum class State : std::uint8_t { unknown, open, solved } state = State::unknown;
  };

  Entry& entry(const Node& node);
  GameValue solve(Node& root);
  GameValue final_value(const Node& node);

  std::shared_ptr<const Game> game_;
  Turns turns_;
  StateSpace space_;
  MovePreference preference_;
  std::vector<Entry> entries_;  ///< by node number
  std::uint64_t clearings_ = 0;
};

}  // namespace tesuji::runtime
