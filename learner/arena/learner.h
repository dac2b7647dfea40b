// Declares learners, which choose moves in an arena and learn from finished games; how a game ended
// for them; and opponents other than the perfect player.
#pragma once

#include "runtime/host/game/state_space.h"
#include "runtime/host/memory/rng.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tesuji::learner {

// --- Outcomes

enum class Outcome : std::uint8_t { lost, drawn, won };

/// Returns 2 for a win, 1 for a draw, 0 for a loss: the scale of minimax regret. Source: Muggleton
/// and Hocquette (2019), Definition 1.
[[nodiscard]] constexpr int points_of(Outcome outcome) {
  return static_cast<int>(outcome);
}

/// Returns `won`, `drawn` or `lost`.
[[nodiscard]] constexpr std::string_view name_of(Outcome outcome) {
  return outcome == Outcome::won ? "won" : outcome == Outcome::drawn ? "drawn" : "lost";
}

// --- Learners

struct LearnedProgram;
struct LearningReport;

/// A game from a start board to its end.
struct PlayedGame {
  std::size_t board = 0;               ///< index into the start boards
  std::vector<runtime::Node*> boards;  ///< from the start board to the end
  std::vector<std::uint32_t> edges;    ///< the move made in each board but the last
  Outcome outcome = Outcome::drawn;    ///< for the learner
  /// Value of the start board minus outcome, in points; if the value is unknown, that of a win
  /// minus outcome.
  int regret = 0;
  std::uint32_t random_moves = 0;  ///< the learner's moves that were random for lack of knowledge
};

/// Not thread-safe. Nodes belong to the arena's space, which outlives the learner and is not
/// cleared.
class Learner {
 public:
  virtual ~Learner() = default;

  struct Choice {
    std::uint32_t edge = 0;  ///< edge of the node
    bool random = false;     ///< the learner knew nothing better than chance
  };

  /// Begins a game. `testing`: the learner will not learn from it, and should play as well as it
  /// can.
  virtual void begin_game(bool testing) { static_cast<void>(testing); }

  /// Returns the start board to play from next; nothing: any. The boards are expanded.
  [[nodiscard]] virtual std::optional<std::size_t> wanted_board(
      std::span<runtime::Node* const> boards, runtime::Rng& random) {
    static_cast<void>(boards);
    static_cast<void>(random);
    return std::nullopt;
  }

  /// Chooses the learner's move in an expanded node with at least one edge. `random`: this game's
  /// random numbers.
  [[nodiscard]] virtual Choice choose(runtime::Node& node, runtime::Rng& random) = 0;

  /// Learns from a game that has ended. If it throws, the learner is as before the game.
  virtual void finish(const PlayedGame& game, runtime::Role learner) = 0;

  /// Returns the program that it plays by; null if it has none. Valid until the next game.
  [[nodiscard]] virtual const LearnedProgram* program() const { return nullptr; }
  /// Returns the cost of learning a program from the games so far, and what could not be learned
  /// from the last game; null for learners without programs.
  [[nodiscard]] virtual const LearningReport* report() const { return nullptr; }
};

// --- Opponents

/// Not thread-safe.
class Opponent {
 public:
  virtual ~Opponent() = default;
  /// Chooses the opponent's move in an expanded node with at least one edge. `learner` is its
  /// adversary.
  [[nodiscard]] virtual std::uint32_t answer(runtime::Node& node, Learner& learner,
                                             runtime::Rng& random) = 0;
};

/// Self-play: the learner itself. Learners that learn from the moves of one role only (matchboxes,
/// Q-learning) do not improve in the other role.
class SelfOpponent final : public Opponent {
 public:
  [[nodiscard]] std::uint32_t answer(runtime::Node& node, Learner& learner,
                                     runtime::Rng& random) override {
    return learner.choose(node, random).edge;
  }
};

/// Makes any move, each with the same probability.
class RandomOpponent final : public Opponent {
 public:
  [[nodiscard]] std::uint32_t answer(runtime::Node& node, Learner&, runtime::Rng& random) override {
    return static_cast<std::uint32_t>(random.below(node.edge_count));
  }
};

}  // namespace tesuji::learner
