// An arena: the game that a learner plays, with its start boards, opponent and outcomes.
#pragma once

#include "learner/arena/learner.h"
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

/// Thrown if no strategy can be learned for this game; what() gives the reason.
class UnfitGame : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ArenaOptions {
  runtime::StateSpaceOptions space;
  /// Which of equally good moves the opponent makes.
  runtime::MovePreference ties;
  /// Called before anything is solved, to load results that are known already.
  std::function<void(runtime::Minimax&)> prepare{};
  /// Returns the game's symmetries, for learners that treat symmetric states as one; may be empty.
  std::function<SymmetryGroup()> symmetries{};
  /// Solve the game from the boards, which gives a perfect opponent and regret.
  bool solve = true;
  /// For solved games: require that the learner can win against perfect play from some board. MIGO
  /// needs that, because it never learns draws before wins.
  bool winnable = true;
  /// Creates the learner's opponent; empty: the perfect opponent.
  std::function<std::unique_ptr<Opponent>(const runtime::StateSpace&)> opponent{};
  /// Chooses from the solved boards those to start from; must choose at least one. Slow choices
  /// belong here, because games that are too large have been rejected by then.
  std::function<std::vector<runtime::State>(std::vector<runtime::State>)> choose{};
};

/// A game with its start boards, usually solved. Not thread-safe.
class Arena {
 public:
  /// `boards` must not be empty. A game that is not solved needs an opponent. For a solved game,
  /// throws UnfitGame if the game ends with goals other than 100 and 0 or 50 and 50, the learner
  /// cannot win anywhere, games need not end, turns do not alternate, or a board is terminal or not
  /// the learner's turn. Also throws what runtime::Minimax throws, for example if the game has not
  /// exactly two roles, or no turns.
  Arena(std::shared_ptr<const runtime::Game> game, runtime::TurnRule turns,
        std::vector<runtime::State> boards, const ArenaOptions& options = {});

  /// Returns the role to move in the first start board.
  [[nodiscard]] runtime::Role learner() const { return learner_; }
  [[nodiscard]] const runtime::Game& game() const { return *game_; }
  [[nodiscard]] std::span<const runtime::State> boards() const { return boards_; }
  /// Returns the start boards as expanded nodes.
  [[nodiscard]] std::span<runtime::Node* const> start_nodes() const { return start_nodes_; }
  /// For solved games: returns the levels that MIGO needs, which learns wins up to two levels less
  /// and draws up to one level less: draws as deep as the longest game, and wins as deep as any
  /// start board needs against this opponent.
  [[nodiscard]] std::uint32_t levels() const {
    return std::max(longest_ / 2 + 1, deepest_win_ + 2);
  }
  [[nodiscard]] runtime::StateSpace& space() { return minimax_.space(); }
  [[nodiscard]] runtime::Minimax& minimax() { return minimax_; }
  /// Null if there is only the identity, or if no symmetries were given.
  [[nodiscard]] SymmetryGroup symmetries() const { return symmetries_ ? symmetries_() : nullptr; }

  /// Whether games are against the perfect opponent.
  [[nodiscard]] bool is_perfect() const { return !opponent_; }

  /// Plays a game from a start board. The learner does not learn from it. Throws UnfitGame if it
  /// ends with goals that the constructor rejects, or if a role moves twice in a row.
  [[nodiscard]] PlayedGame play(Learner& learner, std::size_t board, runtime::Rng& random) {
    learner.begin_game(false);
    return play(learner, board, random, opponent_.get());
  }
  /// Plays against the perfect opponent; the game must be solved.
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
