// Solves small games exactly: depth first if no state can repeat, otherwise backwards from the ends
// (minimax.cpp). The result is the value of each state under perfect play, and a perfect player's
// move, by an order of preference among equally good ones.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/turns.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::runtime {

struct GameValue {
  std::int32_t margin = 0;  ///< goal of role 0 minus goal of role 1, -100..100
  /// Moves until the end: shortest win, longest loss. Of draws, which both players would rather
  /// end than go on for ever: the most, where every play that keeps the draw ends; otherwise
  /// the fewest. 0 where play is endless.
  std::uint32_t plies = 0;
  /// No play that keeps the margin, which is 0, comes to an end.
  bool endless = false;
  /// The margin as `role` (0 or 1) sees it: positive if it wins.
  [[nodiscard]] std::int32_t margin_for(Role role) const { return role == 0 ? margin : -margin; }
  friend bool operator==(const GameValue&, const GameValue&) = default;
};

/// Returns the value of a state in which no role can move: its own goals, and 0 for a role that
/// does not have exactly one numeric goal.
[[nodiscard]] GameValue final_value(StateSpace& space, const Node& node);

/// An order of moves, the same for both roles: those of a list in its order, then all others in
/// the game's order of moves. Immutable.
class MovePreference {
 public:
  /// The game's order of moves.
  MovePreference() = default;
  /// A move that is listed twice has its first place.
  explicit MovePreference(std::span<const Move> order) {
    for (const Move move : order) places_.emplace(move, static_cast<std::uint32_t>(places_.size()));
  }
  /// The game's order of moves, backwards.
  [[nodiscard]] static MovePreference last_first() {
    MovePreference result;
    result.backwards_ = true;
    return result;
  }

  /// Whether `later` goes before `earlier`, which comes first in the game's order of moves.
  [[nodiscard]] bool prefers(Move later, Move earlier) const {
    return backwards_ || place(later) < place(earlier);
  }

 private:
  [[nodiscard]] std::uint32_t place(Move move) const {
    const auto found = places_.find(move);
    return found == places_.end() ? std::numeric_limits<std::uint32_t>::max() : found->second;
  }

  std::unordered_map<Move, std::uint32_t> places_;
  bool backwards_ = false;
};

/// Thrown if the game's states can repeat, and the question makes sense only if they cannot.
class CyclicGame : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The move of a perfect player.
struct BestMove {
  Move move = 0;
  Role mover = no_role;
  GameValue value;      ///< of the state in which it is played
  StateView successor;  ///< valid until the next call
};

/// A state of a solved game.
struct SolvedState {
  StateView state;
  Role moved = no_role;  ///< the role that moved into the state; no_role if unknown
  Role mover = no_role;  ///< no_role if there is no joint move
  bool terminal = false;
  GameValue value;
  std::uint32_t moves = 0;  ///< of the mover
};

/// Computes values of states by searching everything below them once; keeps results from call to
/// call, within the budget (16 more bytes a state than the space). Play that never ends counts as
/// margin 0. Goals are read as a zero-sum game; a role without exactly one numeric goal has 0. Not
/// thread-safe.
class Minimax {
 public:
  /// Throws TurnError.
  Minimax(std::shared_ptr<const Game> game, TurnRule turns, StateSpaceOptions options = {});

  /// Sets which of equally good moves best() returns; by default the first in move order.
  void prefer(MovePreference preference) { preference_ = std::move(preference); }

  // All functions throw BudgetExceeded if the game is too large, and TurnError, LimitReached,
  // Stopped.

  /// Returns the value of a state. If no joint move exists, terminal or not, the state's own goals
  /// decide.
  [[nodiscard]] GameValue value(StateView state);

  /// Returns the move with the best outcome for the mover, then the best GameValue::plies (if play
  /// is endless, a move that keeps it so), then the first by prefer(). Nothing if no role can move.
  [[nodiscard]] std::optional<BestMove> best(StateView state);

  /// Solves the state and calls `each` for every state that can be reached from it, itself first; a
  /// state that both roles may have moved into is shown for each. The argument of `each` is valid
  /// until it returns; `each` must not use this object.
  void visit(StateView state, const std::function<void(const SolvedState&)>& each);

  /// As above, for several states: shows a state that several of them can reach once, unless the
  /// space had to be cleared in between.
  void visit(const std::vector<State>& states, const std::function<void(const SolvedState&)>& each);

  /// Whether a state that can repeat was found since the space was last cleared.
  [[nodiscard]] bool cyclic() const { return cyclic_ && clearings_ == space_.clearings(); }

  /// Adds what visit() of an equal object showed, in the same order, and forgets earlier results.
  /// Ends with remembered(). Throws BudgetExceeded.
  void remember(const SolvedState& solved);
  void remembered(bool cyclic);

  /// Keeps the nodes of space() valid from now on: if the budget runs out, calls fail with
  /// BudgetExceeded instead of forgetting earlier results.
  void keep() { keeps_ = true; }

  /// Returns the space that has been searched; clear() it to forget.
  [[nodiscard]] StateSpace& space() { return space_; }

 private:
  struct Entry {
    GameValue value;
    enum class State : std::uint8_t { unknown, open, solved } state = State::unknown;
  };

  /// Calls body(node of the state); if the budget runs out because of earlier results, forgets
  /// these and calls the body once more.
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
  std::vector<std::vector<Entry>> entries_;  ///< by node number, in blocks that do not move
  std::uint64_t clearings_ = 0;
  bool cyclic_ = false;
  bool keeps_ = false;
  std::vector<Node*> listed_;  ///< the states given to remember(): all that the first one can reach
};

}  // namespace tesuji::runtime
