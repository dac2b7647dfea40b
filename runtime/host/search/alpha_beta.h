// Searches by an evaluation function: alpha-beta with iterative deepening, a transposition table,
// null windows and reductions. Sources: Knuth and Moore, An Analysis of Alpha-Beta Pruning (1975);
// Slate and Atkin, Chess 4.5 (1977), for iterative deepening and the table; Marsland, A Review of
// Game-Tree Pruning (1986), for null windows (principal variation search) and histories of moves.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/huge_pages.h"
#include "runtime/host/search/evaluation.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// Value of a state that role 0 has won, minus one for each move until the end.
inline constexpr double won_value = 2e6;

struct AlphaBetaOptions {
  unsigned depth = 4;        ///< moves, at least 1; no more than most_depth
  double seconds = 0;        ///< wall clock, for a move; 0: no limit
  unsigned table_bits = 18;  ///< 2^n entries of 32 bytes; 0: no table
  /// Searches moves that are late in their order less deep, unless they turn out to be better than
  /// those before. Then a value is no longer the exact value of its depth.
  bool reduces = false;
  const std::atomic<bool>* stop = nullptr;
};

/// Limits of one search.
struct AlphaBetaLimits {
  double seconds = 0;        ///< wall clock; 0: no limit
  std::uint64_t states = 0;  ///< visited; 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

struct FoundMove {
  Move move = 0;
  /// To the role that was asked for. Beyond most_evaluation it is a proven win or loss.
  double value = 0;
  unsigned depth = 0;        ///< depth to which all moves were searched; 0: time ran out before
  std::uint64_t states = 0;  ///< states visited
};

/// For two-player, turn-taking games; goals are read as a zero-sum game, and a role without exactly
/// one numeric goal has 0. A state that is not terminal but has no joint move ends the game, too.
/// Keeps results from move to move, as far as the table holds them; a 64-bit hash identifies a
/// state. Not thread-safe.
class AlphaBeta {
 public:
  static constexpr unsigned most_depth = 100;

  /// `evaluation` must outlive it. Throws TurnError.
  AlphaBeta(std::shared_ptr<const Game> game, Evaluation& evaluation, AlphaBetaOptions options);

  /// Returns the role's best move, one of several equally good ones, always the same without a
  /// time limit. Nothing if no role can move. Throws TurnError if it meets a state in which both
  /// roles have a choice, LimitReached as the game does, and Stopped if it is stopped before it
  /// knows the values of all moves at depth 1.
  [[nodiscard]] std::optional<FoundMove> best(StateView state, Role role);
  /// The same within other limits than those of the options.
  [[nodiscard]] std::optional<FoundMove> best(StateView state, Role role,
                                              const AlphaBetaLimits& limits);

  /// Returns the line of play that the last search expects, as far as the table knows it.
  [[nodiscard]] std::vector<std::vector<Move>> line(StateView state, std::size_t most);

 private:
  struct Entry {
    std::uint64_t key = 0;
    double value = 0;  ///< to role 0, counting moves from this state
    Move move = 0;
    std::uint8_t depth = 0;
    enum class Bound : std::uint8_t { none, exact, at_least, at_most } bound = Bound::none;
  };
  /// Buffers of one depth.
  struct Level {
    State state;
    std::vector<std::vector<Move>> legal;
    std::vector<Move> order;
    std::vector<Move> joint;
  };
  struct OutOfTime {};

  [[nodiscard]] double search(unsigned level, unsigned depth, double alpha, double beta);
  [[nodiscard]] double search_move(unsigned level, unsigned depth, std::size_t place,
                                   bool maximises, double low, double high);
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
  HugeVector<Entry> table_;
  std::vector<Level> levels_;
  std::vector<std::uint64_t> merits_;  ///< number of cutoffs by a move, by role and the move's hash
  std::uint64_t states_ = 0;
  std::optional<Move> best_;  ///< of the first state, as far as it was searched
  AlphaBetaLimits limits_;    ///< of the current search
  Deadline deadline_{0};
};

}  // namespace tesuji::runtime
