// Credits moves of games between players of whom none need be perfect, as those of self-play: which
// moves keep a win, and which a draw.
//
// Muggleton and Hocquette (2019) weaken the optimal opponent only as future work: their Theorems 1
// and 2 need it. Here outcomes are backed up over all answers instead.
//
// *Wins.* A move from A to B keeps a win at level 1 if B is won, and at level k if the opponent has
// an answer in B, and after each of them the learned strategy wins within k - 1 moves of its own
// whatever the opponent answers. That is proved by playing the strategy out against all answers
// (levels below k), so that a credited win is one, also where a learned predicate claims too much.
// By induction the learner needs games whose last moves are a win_1, then games with a win_2 before
// that, and so on: dependent learning.
//
// *Draws.* Of a drawn game the longest end is credited in whose boards no role is proved to win. If
// the strategy wins wherever somebody can, these boards are not won for who moves in them; so none
// of the moves in between can lose (its other board is not won), nor win (its first is not): all
// keep the draw. That is Theorem 2 with its assumption, an accurate strategy for winning, in each
// board instead of the first, and without an optimal opponent. Draws that a better strategy shows
// to be none are dropped (`is_drawn`), as mixed learning does.
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

/// Not thread-safe; `properties` must outlive it. Everything throws what looking at states throws.
class ProvedCredit {
 public:
  explicit ProvedCredit(StateProperties& properties) : properties_(properties) {}

  /// The strategy that proofs play by from now on; it must outlive this, or the next one. What was
  /// proved stays proved.
  void play_by(const LearnedProgram& program);

  /// The moves of a game that keep an outcome, from the last to the first. A win that the strategy
  /// already proves from the move's board is not credited.
  [[nodiscard]] std::vector<CreditedMove> credit(std::span<runtime::Node* const> boards);

  /// Whether, as far as is proved, the move may keep a draw.
  [[nodiscard]] bool is_drawn(runtime::Node& from, runtime::Node& to);

  /// In how many of their own moves, at most `depth`, who moves in a board is proved to win.
  [[nodiscard]] std::optional<std::uint32_t> wins(runtime::Node& node, std::uint32_t depth);

 private:
  [[nodiscard]] std::optional<std::uint32_t> keeps_win(runtime::Node& to, std::uint32_t depth);
  [[nodiscard]] std::uint32_t deepest() const { return static_cast<std::uint32_t>(levels_.size()); }

  StateProperties& properties_;
  /// Definitions of win_1, win_2, ..; nothing where one is not learned.
  std::vector<std::optional<StateProperties::Id>> levels_;
  std::unordered_map<std::uint32_t, std::uint32_t> won_;     ///< by node, the least that is known
  std::unordered_map<std::uint32_t, std::uint32_t> failed_;  ///< by node, depth, of this strategy
};

}  // namespace tesuji::learner
