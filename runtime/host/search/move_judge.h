// Judges moves by the exact values of positions: whether a move keeps what the position is worth,
// and whether any other move would have lost it.
#pragma once

#include "runtime/host/search/forward_solver.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// A move in a solved position.
struct JudgedMove {
  Role mover = 0;
  Move move = 0;
  std::int32_t value = 0;      ///< of the position: the mover's goal minus the other's
  std::int32_t after = 0;      ///< the same after the move
  bool can_lose = false;       ///< whether some legal move is worth less than the position
  std::optional<Move> best{};  ///< a move that keeps the value; nothing if all are lost alike
  [[nodiscard]] bool keeps_value() const { return after == value; }
};

/// For the games that ForwardSolver solves. Not thread-safe.
class MoveJudge {
 public:
  /// `memory`: bytes of the solver's table. `make_order`: as in ForwardSolver.
  MoveJudge(std::shared_ptr<const Game> game, std::size_t memory, OrderMaker make_order = {});

  /// The role that has a choice in a state.
  struct Choice {
    Role mover = 0;
    std::vector<std::vector<Move>> legal;  ///< by role
  };
  /// Returns the choice in this state; nothing if no role has one.
  [[nodiscard]] std::optional<Choice> choice(StateView state);

  /// Judges a legal move of the mover. `limits`: of each solved position. Returns
  /// nothing if time was too short. Throws as ForwardSolver::solve does.
  [[nodiscard]] std::optional<JudgedMove> judge(StateView state, const Choice& choice, Move move,
                                                const ForwardLimits& limits);

 private:
  [[nodiscard]] State state_after(StateView state, const Choice& choice, Move move);

  std::shared_ptr<const Game> game_;
  Turns turns_;
  std::unique_ptr<Scratch> scratch_;
  ForwardSolver solver_;
};

}  // namespace tesuji::runtime
