// Enumerates all reachable states breadth first, for games with any number of roles, simultaneous
// or not. Terminal states, and those in which a role has no legal move, have no successors.
//
// States are in order of discovery: by number of moves from the initial state, then by the order of
// their predecessors, then by the order of joint moves. So a state's `parent` lies on a shortest
// play to it.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/playouts/state_table.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tesuji::runtime {

class ReachableStates;

struct ReachOptions {
  std::uint64_t max_states = 0;             ///< 0: no limit
  std::uint64_t memory_bytes = 0;           ///< for states, edges and table; 0: no limit
  double seconds = 0;                       ///< wall clock; 0: no limit
  const std::atomic<bool>* stop = nullptr;  ///< may be null
  /// Called as soon as a terminal state, or one in which a role has no move, is expanded, so that
  /// it is reported even if time ends later; may be empty. Its exceptions count as the game's.
  std::function<void(const ReachableStates& so_far, std::uint32_t state)> on_end{};
};

/// Immutable once found.
class ReachableStates {
 public:
  using Index = StateTable::Index;

  enum class End : std::uint8_t {
    all,      ///< every reachable state was found, with its successors
    states,   ///< there are more than ReachOptions::max_states
    memory,   ///< they need more than ReachOptions::memory_bytes
    time,     ///< ReachOptions::seconds were over
    stopped,  ///< ReachOptions::stop was set
  };

  /// `game` must outlive the result. Throws LimitReached as the game does.
  [[nodiscard]] static ReachableStates find(const Game& game, const ReachOptions& options);

  [[nodiscard]] End end() const { return end_; }
  [[nodiscard]] Index size() const { return states_.size(); }
  /// Returns the number of edges: different successors, summed over all states.
  [[nodiscard]] std::size_t edges() const { return edges_.size(); }
  [[nodiscard]] StateView state(Index i) const { return states_.state(i); }

  /// Returns how many states, the first ones, are expanded; the functions below are valid for
  /// these. It is all states if end() is End::all. Any state that play reaches before the first
  /// unexpanded one is among them.
  [[nodiscard]] Index expanded() const { return expanded_; }

  [[nodiscard]] bool terminal(Index i) const { return kinds_[i] == Kind::terminal; }
  /// Whether the state is not terminal, but a role has no legal move.
  [[nodiscard]] bool stuck(Index i) const { return kinds_[i] == Kind::stuck; }
  /// Returns the different successors, ascending.
  [[nodiscard]] std::span<const Index> successors(Index i) const {
    return {edges_.data() + first_[i], edges_.data() + first_[i + 1]};
  }
  /// Returns the states of a shortest play from the initial state to state `i`, both included;
  /// valid for every state.
  [[nodiscard]] std::vector<Index> play_to(Index i) const { return states_.path_to(i); }

 private:
  friend class Explorer;
  enum class Kind : std::uint8_t { terminal, stuck, inner };
  explicit ReachableStates(std::size_t words) : states_(words) {}

  StateTable states_;
  Index expanded_ = 0;
  End end_ = End::all;
  std::vector<Kind> kinds_;
  std::vector<std::size_t> first_;  ///< of a state's edges
  std::vector<Index> edges_;
};

/// Returns a joint move that leads from one state to another: the first one in the order of moves.
/// Throws LimitReached, and std::logic_error if none exists.
[[nodiscard]] std::vector<Move> joint_between(const Game& game, StateView from, StateView to);

}  // namespace tesuji::runtime
