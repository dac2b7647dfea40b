// Compiles a strategy and a game's net to one program over lanes (ir/nets/lane_game.h).
//
//   before:  win_1(A,B) :- move(A,B), won(B).
//            legal legal.mark(o, 1) = x   next true.cell(1, o) = y   terminal = z ..
//   after:   win_1 by mark(1) = and(x, z', goal'), .. by mark(2) = ..    ' with cell(1) set
//            predicate, move = the first of these that holds
//
// Fluents after a move are functions of those before: the net is substituted for its own inputs,
// once for each move, so that a condition on a state several moves later is a function of the given
// state. States reached by several orders of moves are built once, if they have the same signals;
// nothing is looked up at run time. The size grows with the moves to the power of the depth: for
// strategies of a few moves' depth on small boards.
#pragma once

#include "ir/module/proc_program.h"
#include "ir/nets/lane_game.h"
#include "ir/nets/net.h"
#include "passes/lanes/xag_builder.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::passes {

// Represents states several moves after a given one as functions of it: a net's fluents composed
// with themselves, once for each move. For programs over lanes that look ahead.

/// The fluents and moves that define whose turn it is, as positions in a net.
struct NetTurns {
  std::array<std::uint32_t, 2> control{};  ///< by role: holds if it is to move
  std::array<std::uint32_t, 2> waiting{};  ///< by role: its move if it is not to move
};

/// Thrown if no program can be built.
struct LaneRefusal {
  std::string reason;
};

/// By move of the mover: the condition under which it is a solution.
using MoveSignals = std::vector<ir::Signal>;

/// A state as functions of the given state.
struct LanePosition {
  std::size_t number = 0;  ///< sequence number
  std::vector<ir::Signal> fluents;
  std::uint32_t mover = 0;
  ir::Signal terminal = ir::false_signal;
  MoveSignals legal;  ///< and not terminal

 private:
  friend class LanePositions;
  std::vector<LanePosition*> after_;  ///< by move of the mover; null: not built yet
  std::optional<ir::Signal> won_;
  std::optional<ir::Signal> drawn_;
};

/// Positions with equal signals are merged. Throws LaneRefusal if the rules do not determine from a
/// state whose turn it is in the next, and if there are too many gates. Its arguments must outlive
/// it.
class LanePositions {
 public:
  /// `goal_values`: by Net::goals, -1 if not a number. `most_gates`: limit of the graph.
  LanePositions(const ir::Net& net, const NetTurns& turns, const std::vector<int>& goal_values,
                std::uint64_t most_gates);
  LanePositions(const LanePositions&) = delete;
  LanePositions& operator=(const LanePositions&) = delete;

  /// Returns the given state, in which this role moves. Must be called once.
  LanePosition& start(std::uint32_t mover);
  /// Returns the state after a move of the mover, valid if it is legal.
  LanePosition& after(LanePosition& from, std::size_t move);
  /// For the role that moved here.
  ir::Signal won(LanePosition& at);
  ir::Signal drawn(LanePosition& at);

  /// Returns the role's moves, positions in Net::moves.
  [[nodiscard]] const std::vector<std::uint32_t>& moves(std::uint32_t role) const {
    return moves_.at(role);
  }
  [[nodiscard]] XagBuilder& graph() { return build_; }
  void require_gates() const;

 private:
  ir::Signal given_fluent(std::uint32_t fluent, std::uint32_t mover);
  LanePosition& position(std::vector<ir::Signal> fluents, std::uint32_t mover);
  void require_waiting(NetTranslator& state, std::uint32_t role, const LanePosition& position);
  NetTranslator translator(const std::vector<ir::Signal>& fluents);
  [[nodiscard]] std::vector<ir::Signal> where(std::vector<ir::Signal> fluents,
                                              ir::Signal condition) const;
  [[nodiscard]] std::uint32_t mover_of(const std::vector<ir::Signal>& fluents) const;
  ir::Signal ends_with(const LanePosition& at, std::uint32_t role, int value);

  const ir::Net& net_;
  const NetTurns& turns_;
  const std::vector<int>& goal_values_;
  std::uint64_t most_gates_;
  XagBuilder build_;
  std::array<std::vector<std::uint32_t>, 2> moves_;
  std::deque<LanePosition> all_;
  std::map<std::vector<ir::Signal>, LanePosition*> positions_;
};

struct StrategyLaneLimits {
  std::uint64_t gates = 200'000;  ///< of each program, before covering by tables
  /// Maximum ways to a solution of a proc: its clauses, times those of its callees.
  std::size_t elements = 256;
};

/// Builds programs for procs whose every solution is one move away: clauses that call `move` or
/// such a proc once, and otherwise only test that state and the one after the move. `order`: order
/// of execution. `goal_values`: by Net::goals, -1 if not a number. Returns nullopt, and a `reason`,
/// for other procs, if the rules do not determine from a state whose turn it is in the next, and
/// beyond the limits.
[[nodiscard]] std::optional<ir::LaneStrategy> make_strategy_lanes(
    const ir::Net& net, const NetTurns& turns, const std::vector<int>& goal_values,
    const ir::ProcProgram& procs, std::span<const std::uint32_t> order,
    const StrategyLaneLimits& limits, std::string& reason);

}  // namespace tesuji::passes
