// Finds the clause by which a strategy's predicate has a solution, and the states that it binds.
#pragma once

#include "frontend/strategy/strategy_parser.h"
#include "runtime/host/strategy/strategy.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

struct StrategyWitness {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// A state that clauses bind. The first one is the state in which the strategy chooses.
  struct Bound {
    runtime::State state;
    std::size_t from = none;  ///< number of the state from which a move leads here, if known
    std::vector<runtime::Move> joint;  ///< that move, by role
  };

  struct Goal {
    bool absent = false;            ///< the goal has no solution
    std::string text;               ///< `win_1(B,_)`, without `not`
    std::size_t proof = none;  ///< of the called predicate; none for primitives, and if `absent`
    std::vector<std::size_t> args;  ///< numbers of states; `none` for `_`
  };

  /// A clause whose goals hold.
  struct Proof {
    std::string clause;  ///< `win_2(A,B) :- win_2_1_1(A,B), not(win_1(B,_)).`
    ir::Span span;
    std::vector<std::string> variables;  ///< the bound ones, with their states
    std::vector<std::size_t> states;
    std::vector<Goal> goals;
  };

  std::vector<Bound> states;
  std::vector<Proof> proofs;  ///< the first proves the queried predicate; others prove its goals
};

/// Proves P(A,B) for a predicate P, where A is `state`, and B the state after the mover's `move`.
/// `strategy` must be compiled from `text`. Throws as Strategy::choose does; returns nothing if
/// P(A,B) does not hold.
[[nodiscard]] std::optional<StrategyWitness> strategy_witness(
    const runtime::Strategy& strategy, const frontend::Strategy& text, const std::string& predicate,
    runtime::StateView state, runtime::Move move, runtime::Strategy::Memory& memory);

}  // namespace tesuji::driver
