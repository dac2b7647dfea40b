// The game that a learner plays: its boards, the opponent, and what outcomes are worth.
#pragma once

#include "learner/arena/learner.h"
#include "learner/arena/opponent.h"
#include "learner/arena/state_classes.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/search/minimax.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::learner {

/// The game is none to learn a strategy on, for the reason it says.
class UnfitGame : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ArenaOptions {
  runtime::StateSpaceOptions space;
  /// What the opponent takes of equally good moves.
  runtime::MovePreference ties;
  /// Called before anything is solved, to tell what is known already.
  std::function<void(runtime::Minimax&)> prepare{};
  /// The game's symmetries, for learners that take symmetric states for one; may be empty.
  std::function<SymmetryGroup()> symmetries{};
  /// The game is solved from the boards, so that there is a perfect opponent, and regret.
  bool solve = true;
  /// Of solved games: that the learner can win against perfect play somewhere. MIGO needs that,
  /// since it never learns draws before wins.
  bool winnable = true;
  /// Makes whom the learner plays against; empty: the perfect opponent.
  std::function<std::unique_ptr<Opponent>(const runtime::StateSpace&)> opponent{};
  /// Of solved boards those to start from; not none. What takes long on games that are too large is
  /// better asked here than before.
  std::function<std::vector<runtime::State>(std::vector<runtime::State>)> choose{};
};

/// A game, in general solved from its start boards. Not thread-safe.
class Arena {
 public:
  /// `boards` are not empty. A game that is not solved needs an opponent. Of one that is, throws
  /// UnfitGame where the game does not end with goals 100 and 0 or 50 and 50, where the learner can
  /// nowhere win, where games need not end, where turns do not alternate, or a board is already the
  /// end or not the learner's turn; and what runtime::Minimax throws, for games with more or fewer
  /// than two roles or without turns, too.
  Arena(std::shared_ptr<const runtime::Game> game, runtime::TurnRule turns,
        std::vector<runtime::State> boards, const ArenaOptions& options = {});

  /// The role to move in the first start board.
  [[nodiscard]] runtime::Role learner() const { return learner_; }
  [[nodiscard]] const runtime::Game& game() const { return *game_; }
  [[nodiscard]] std::span<const runtime::State> boards() const { return boards_; }
  /// The same as nodes, expanded.
  [[nodiscard]] std::span<runtime::Node* const> start_nodes() const { return start_nodes_; }
  /// Of solved games, the levels that MIGO needs here, which learns wins to two less and draws to
  /// one less: draws as deep as the longest game, and wins as deep as any start board needs against
  /// this opponent.
  [[nodiscard]] std::uint32_t levels() const {
    return std::max(longest_ / 2 + 1, deepest_win_ + 2);
  }
  [[nodiscard]] runtime::StateSpace& space() { return minimax_.space(); }
  [[nodiscard]] runtime::Minimax& minimax() { return minimax_; }
  /// Null where there is only the identity, or nobody told of symmetries.
  [[nodiscard]] SymmetryGroup symmetries() const { return symmetries_ ? symmetries_() : nullptr; }

  /// Whether games are against the perfect opponent.
  [[nodiscard]] bool is_perfect() const { return !opponent_; }

  /// Plays a game from a start board. The learner learns nothing from it. Throws UnfitGame where it
  /// ends with other goals than the constructor wants, or a role moves twice in a row.
  [[nodiscard]] PlayedGame play(Learner& learner, std::size_t board, runtime::Rng& random) {
    learner.begin_game(false);
    return play(learner, board, random, opponent_.get());
  }
  /// The same against the perfect opponent, where the game is solved.
  [[nodiscard]] PlayedGame test(Learner& learner, std::size_t board, runtime::Rng& random) {
    learner.begin_game(true);
    return play(learner, board, random, solved_ ? nullptr : opponent_.get());
  }

 private:
  void check_boards();
  void explore();
  [[noreturn]] void refuse_second_move(const runtime::Node& node);
  [[nodiscard]] PlayedGame play(Learner& learner, std::size_t board, runtime::Rng& random,
                                Opponent* opponent);
  [[nodiscard]] std::uint32_t answer(const runtime::Node& node);
  [[nodiscard]] Outcome outcome_of(const runtime::Node& node);
  [[nodiscard]] std::string text_of(const runtime::Node& node);

  std::shared_ptr<const runtime::Game> game_;
  std::vector<runtime::State> boards_;
  std::vector<runtime::Node*> start_nodes_;
  std::function<SymmetryGroup()> symmetries_;
  runtime::Minimax minimax_;
  bool solved_;
  bool winnable_;
  std::unique_ptr<Opponent> opponent_;
  runtime::Role learner_ = 0;
  std::uint32_t longest_ = 0;      ///< boards of the longest game
  std::uint32_t deepest_win_ = 0;  ///< the learner's moves to the slowest win of a start board
};

}  // namespace tesuji::learner
