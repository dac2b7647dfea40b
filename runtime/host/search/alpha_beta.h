// Searches with an evaluation function: alpha-beta with iterative deepening and a transposition
// table. Sources: Knuth and Moore, An Analysis of Alpha-Beta Pruning (1975); Slate and Atkin, Chess
// 4.5 (1977), for iterative deepening and the table.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/memory/deadline.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// What a state is worth, as far as can be said without playing on. Not thread-safe.
class Evaluation {
 public:
  virtual ~Evaluation() = default;
  /// To role 0; what is good for it is as bad for role 1. 0: even, as a draw is. Within
  /// most_evaluation, or taken to be that. May throw LimitReached.
  [[nodiscard]] virtual double value(StateView state) = 0;
};

inline constexpr double most_evaluation = 1e6;
/// A state that role 0 has won has this value, less one for each move until the end.
inline constexpr double won_value = 2e6;

struct AlphaBetaOptions {
  unsigned depth = 4;        ///< moves, at least 1; no more than most_depth
  double seconds = 0;        ///< of the clock, for a move; 0: no limit
  unsigned table_bits = 18;  ///< 2^n entries of 32 bytes; 0: no table
  const std::atomic<bool>* stop = nullptr;
};

struct FoundMove {
  Move move = 0;
  /// To the mover. Beyond most_evaluation: it is won or lost, whatever the evaluation says.
  double value = 0;
  unsigned depth = 0;        ///< to which all moves were searched; 0: time was over before
  std::uint64_t states = 0;  ///< that were looked at
};

/// Of a two-player, turn-taking game; goals are read as a zero-sum game, and a role without exactly
/// one numeric goal has 0. A state that is not terminal but has no joint move ends the game, too.
/// What was found is kept from move to move, as far as the table holds it; states are told apart by
/// 64 bits. Not thread-safe.
class AlphaBeta {
 public:
  static constexpr unsigned most_depth = 100;

  /// `evaluation` must outlive it. Throws TurnError.
  AlphaBeta(std::shared_ptr<const Game> game, TurnRule turns, Evaluation& evaluation,
            AlphaBetaOptions options);

  /// The mover's best move: of equally good ones one, the same every time where there is no limit
  /// of time. Nothing where nobody can move. Throws TurnError, LimitReached, Stopped.
  [[nodiscard]] std::optional<FoundMove> best(StateView state);

 private:
  struct Entry {
    std::uint64_t key = 0;
    double value = 0;  ///< to role 0, as if the state were the first
    Move move = 0;
    std::uint8_t depth = 0;
    enum class Bound : std::uint8_t { none, exact, at_least, at_most } bound = Bound::none;
  };
  /// What a depth works with.
  struct Level {
    State state;
    std::vector<std::vector<Move>> legal;
    std::vector<Move> order;
    std::vector<Move> joint;
  };
  struct OutOfTime {};

  [[nodiscard]] double search(unsigned level, unsigned depth, double alpha, double beta);
  [[nodiscard]] double final_value(StateView state, unsigned level);
  void order_moves(Level& at, Role mover, std::optional<Move> first);
  [[nodiscard]] std::uint64_t& merit(Role role, Move move);
  [[nodiscard]] const Entry* find(std::uint64_t key) const;
  void keep(const Entry& entry);
  void count_state();

  std::shared_ptr<const Game> game_;
  Turns turns_;
  Evaluation& evaluation_;
  AlphaBetaOptions options_;
  std::unique_ptr<Scratch> scratch_;
  std::vector<Entry> table_;
  std::vector<Level> levels_;
  std::vector<std::uint64_t> merits_;  ///< how often a move was too good, by role and move's hash
  std::uint64_t states_ = 0;
  std::optional<Move> best_;  ///< of the first state, as far as it was searched
  Deadline deadline_{0};
};

}  // namespace tesuji::runtime
