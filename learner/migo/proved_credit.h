// Credits moves of games between imperfect players, such as self-play: which moves keep a win, and
// which a draw.
//
// Muggleton and Hocquette (2019) weaken the optimal opponent only as future work: their Theorems 1
// and 2 need it. Here outcomes are backed up over all answers instead.
//
// *Wins.* A move from A to B keeps a win at level 1 if B is won, and at level k if the opponent has
// an answer in B, and after each of them the learned strategy wins within k - 1 moves of its own
// whatever the opponent answers. This is proved by playing the strategy out against all answers
// (levels below k), so that a credited win is a real one, even if a learned predicate claims too
// much. By induction the learner needs games whose last moves are a win_1, then games with a win_2
// before that, and so on: dependent learning.
//
// *Draws.* In a drawn game, credit goes to the longest final part in whose boards no role is proved
// to win. If the strategy wins wherever a win is possible, no board there is won for the role to
// move; so none of the moves in between can lose (the board after it is not won), nor win (the
// board before it is not): all keep the draw. This is Theorem 2 with its assumption, an accurate
// strategy for winning, in each board instead of the first, and without an optimal opponent. Draws
// that a better strategy disproves are dropped (`is_drawn`), as in mixed learning.
#pragma once

#include "learner/migo/migo_learning.h"

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

struct CreditedMove {
  Goal goal = Goal::win;
  std::uint32_t level = 0;
  runtime::Node* from = nullptr;
  runtime::Node* to = nullptr;
};

/// Not thread-safe; `properties` must outlive it. All functions throw what visiting states throws.
class ProvedCredit {
 public:
  explicit ProvedCredit(StateProperties& properties) : properties_(properties) {}

  /// Sets the strategy that proofs play by; it must outlive this, or the next call. Earlier proofs
  /// stay valid.
  void play_by(const LearnedProgram& program);

  /// Returns the moves of a game that keep an outcome, from the last to the first. A win that the
  /// strategy already proves from the move's board is not credited.
  [[nodiscard]] std::vector<CreditedMove> credit(std::span<runtime::Node* const> boards);

  /// Whether the move may keep a draw, as far as is proved.
  [[nodiscard]] bool is_drawn(runtime::Node& from, runtime::Node& to);

  /// Returns within how many own moves, at most `depth`, the role to move is proved to win.
  [[nodiscard]] std::optional<std::uint32_t> wins(runtime::Node& node, std::uint32_t depth);

 private:
  [[nodiscard]] std::optional<std::uint32_t> keeps_win(runtime::Node& to, std::uint32_t depth);
  [[nodiscard]] std::uint32_t deepest() const { return static_cast<std::uint32_t>(levels_.size()); }

  StateProperties& properties_;
  /// Definitions of win_1, win_2, ..; nothing if one is not learned.
  std::vector<std::optional<StateProperties::Id>> levels_;
  std::unordered_map<std::uint32_t, std::uint32_t> won_;     ///< by node, the least level that is
                                                             ///< known
  std::unordered_map<std::uint32_t, std::uint32_t> failed_;  ///< by node: depth to which this
                                                             ///< strategy fails
};

}  // namespace tesuji::learner
