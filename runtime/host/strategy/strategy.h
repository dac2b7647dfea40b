// Executes learned strategies on a game: one class for each engine, over the functions that the
// engine made of the strategy's procs.
//
// Execution (Muggleton and Hocquette 2019, "Execution of the Strategy"): the predicates are tried
// in order, win_1, win_2, .. before draw_1, ..; the first one with a solution decides, and its
// first solution is the move.
#pragma once

#include "runtime/core/tesuji/strategy_abi.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/turns.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::runtime {

/// A predicate in the form that an engine provides.
struct StrategyPredicate {
  std::string name;
  std::uint32_t arity = 2;            ///< 1: a property of a state; 2: P(A, B)
  std::optional<std::uint32_t> slot;  ///< memo slot of "has a solution", if that is remembered
  tsj_search search = nullptr;
  const void* self = nullptr;  ///< first argument of `search`
};

/// A strategy in the form that an engine provides; `keep` owns code and data.
struct StrategyCode {
  std::vector<StrategyPredicate> predicates;
  std::vector<std::uint32_t> order;  ///< order of execution; indexes into predicates, each of arity
                                     ///< 2
  std::uint32_t memo_slots = 0;
  std::shared_ptr<const void> keep;
};

/// Returns the order of execution as predicate numbers. Throws std::invalid_argument for a name
/// that is not a predicate, or is one of arity 1.
[[nodiscard]] std::vector<std::uint32_t> find_order(
    const std::vector<StrategyPredicate>& predicates, std::span<const std::string> order);

/// A strategy's choice. The successor is valid until the next call with the same memory.
struct Choice {
  Move move = 0;
  std::uint32_t predicate = 0;  ///< number of the predicate that fired
  std::string_view name;        ///< its name, e.g. "win_2"; lives as long as the strategy
  StateView successor;
};

class Strategy {
 public:
  /// What one thread has learned about the game: reused from query to query, which is exact because
  /// every predicate is a property of its state.
  class Memory {
   public:
    /// Forgets everything for the next query; keeps allocated memory.
    void clear() { space_.clear(); }
    [[nodiscard]] StateSpace& space() { return space_; }

   private:
    friend class Strategy;
    Memory(const Game& game, const Turns& turns, StateSpaceOptions options)
        : space_(game, turns, options) {}
    StateSpace space_;
  };

  /// Throws TurnError if the game is not suitable for strategies.
  Strategy(std::shared_ptr<const Game> game, TurnRule turns, StrategyCode code);
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;

  /// Predicates by number, in source order.
  [[nodiscard]] std::span<const StrategyPredicate> predicates() const { return code_.predicates; }
  [[nodiscard]] std::span<const std::uint32_t> order() const { return code_.order; }
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
  [[nodiscard]] const Game& game() const { return *game_; }

  /// The strategy must outlive its memories. Overwrites `memo_slots`.
  [[nodiscard]] std::unique_ptr<Memory> make_memory(StateSpaceOptions options = {}) const;

  // All queries make room in the memory as StateSpace::query does, and throw BudgetExceeded if a
  // single one needs more; also LimitReached, TurnError and Stopped.

  /// Returns the first move of the first predicate in execution order that has one; nothing if no
  /// predicate has one (also in terminal states). Skips solutions that no single move leads to (of
  /// chains of moves).
  [[nodiscard]] std::optional<Choice> choose(StateView state, Memory& memory) const;

  /// Whether the predicate has a solution for this state.
  [[nodiscard]] bool holds(std::uint32_t predicate, StateView state, Memory& memory) const;

  /// Returns its first solution. Valid until the next call with the same memory.
  [[nodiscard]] std::optional<StateView> first(std::uint32_t predicate, StateView state,
                                               Memory& memory) const;

  /// Returns all its solutions in order, without repetitions.
  [[nodiscard]] std::vector<State> solutions(std::uint32_t predicate, StateView state,
                                             Memory& memory) const;

 private:
  [[nodiscard]] Node* first_node(const StrategyPredicate& predicate, StateSpace& space,
                                 Node& node) const;
  [[nodiscard]] std::optional<Choice> choose_at(StateSpace& space, Node& node) const;

  std::shared_ptr<const Game> game_;
  Turns turns_;
  StrategyCode code_;
  std::vector<tsj_predicate> tables_;  ///< code_.predicates
};

}  // namespace tesuji::runtime
