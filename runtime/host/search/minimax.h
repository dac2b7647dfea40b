// Solves small games exactly: depth first where no state can repeat, otherwise backwards from the
// ends (minimax.cpp).
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/game_value.h"
#include "runtime/host/game/move_preference.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/turns.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// The game's states repeat, and what was asked makes sense only where they do not.
class CyclicGame : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
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
  Role moved = no_role;  ///< into the state; no_role if unknown
  Role mover = no_role;  ///< no_role where there is no joint move
  bool terminal = false;
  GameValue value;
  std::uint32_t moves = 0;  ///< of the mover
};

/// Values of states by searching everything below them once; what was found is
/// kept from call to call, within the budget (to which it adds 16 bytes a state).
/// Play that never ends counts as margin 0. Goals are read as a zero-sum game; a role without
/// exactly one numeric goal has 0. Not thread-safe.
class Minimax {
 public:
  /// Throws TurnError.
  Minimax(std::shared_ptr<const Game> game, TurnRule turns, StateSpaceOptions options = {});

  /// Which of equally good moves best() takes; the first in move order unless told otherwise.
  void prefer(MovePreference preference) { preference_ = std::move(preference); }

  // All throw BudgetExceeded where the game is too large, and TurnError, LimitReached, Stopped.

  /// The value of a state. Where no joint move exists, terminal or not, its own goals.
  [[nodiscard]] GameValue value(StateView state);

  /// Best outcome for the mover, then as GameValue::plies has it (where play is endless, a move
  /// that keeps it so), then the first by prefer(). Nothing where nobody can move.
  [[nodiscard]] std::optional<BestMove> best(StateView state);

  /// Solves the state and shows every state that can be reached from it, itself first; one that
  /// both roles may have moved into is shown for each. What `each` is given is valid until it
  /// returns; it may not use this object.
  void visit(StateView state, const std::function<void(const SolvedState&)>& each);

  /// The same of several states: what more than one of them can reach is shown once, unless memory
  /// made the space be cleared in between.
  void visit(const std::vector<State>& states, const std::function<void(const SolvedState&)>& each);

  /// Whether a state was found that can come again, since the space was last cleared.
  [[nodiscard]] bool cyclic() const { return cyclic_ && clearings_ == space_.clearings(); }

  /// Takes over what visit() of an equal object showed, in the same order, instead of what was
  /// found so far. Ends with remembered(). Throws BudgetExceeded.
  void remember(const SolvedState& solved);
  void remembered(bool cyclic);

  /// Nodes of space() stay valid from now on: where the budget runs out, questions fail with
  /// BudgetExceeded, rather than forget what was found for earlier ones.
  void keep() { keeps_ = true; }

  /// The space that has been searched; clear() it to forget.
  [[nodiscard]] StateSpace& space() { return space_; }

 private:
  struct Entry {
    GameValue value;
    enum class State : std::uint8_t { unknown, open, solved } state = State::unknown;
  };

  /// body(node of the state); where the budget runs out among what earlier questions left
  /// behind, that is forgotten and the body run once more.
  template <typename Body>
  auto ask(StateView state, Body body) {
    if (space_.node_count() > 0 && !keeps_) {
      try {
        return body(*space_.root(state));
      } catch (const BudgetExceeded&) {
        space_.clear();
      }
    }
    return body(*space_.root(state));
  }
  static constexpr std::size_t block_entries = 4096;

  /// Throws BudgetExceeded.
  Entry& entry(const Node& node);
  void add_entries();
  void forget_cleared();
  GameValue solve(Node& root);
  bool solve_depth_first(Node& root);

  std::shared_ptr<const Game> game_;
  Turns turns_;
  StateSpace space_;
  MovePreference preference_;
  std::vector<std::vector<Entry>> entries_;  ///< by node number, in blocks that stay where they are
  std::uint64_t clearings_ = 0;
  bool cyclic_ = false;
  bool keeps_ = false;
  std::vector<Node*> listed_;  ///< what remember() was told: all that the first one can reach
};

}  // namespace tesuji::runtime
