// The interface of learners: what chooses moves in an arena and learns from finished games.
#pragma once

#include "learner/arena/outcome.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/memory/rng.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::learner {

struct LearnedProgram;
struct LearningReport;

/// A game from a start board to its end.
struct PlayedGame {
  std::size_t board = 0;               ///< into the start boards
  std::vector<runtime::Node*> boards;  ///< from the start board to the end
  std::vector<std::uint32_t> edges;    ///< of each board but the last, the move that was made
  Outcome outcome = Outcome::drawn;    ///< for the learner
  /// Value of the start board minus outcome, in points; where nobody knows the value, that of a win
  /// minus outcome.
  int regret = 0;
  std::uint32_t random_moves = 0;  ///< of the learner, made without knowledge
};

/// Not thread-safe. Nodes are of the arena's space, which outlives the learner and is not cleared.
class Learner {
 public:
  virtual ~Learner() = default;

  struct Choice {
    std::uint32_t edge = 0;  ///< of the node
    bool random = false;     ///< the learner knew nothing better than chance
  };

  /// A game begins. `testing`: nothing is learned from it, and it should play as well as it can.
  virtual void begin_game(bool testing) { static_cast<void>(testing); }

  /// Which start board it wants to play from next; nothing: any. The boards are expanded.
  [[nodiscard]] virtual std::optional<std::size_t> wanted_board(
      std::span<runtime::Node* const> boards, runtime::Rng& random) {
    static_cast<void>(boards);
    static_cast<void>(random);
    return std::nullopt;
  }

  /// The learner's move in an expanded node with at least one edge. `random`: of this game.
  [[nodiscard]] virtual Choice choose(runtime::Node& node, runtime::Rng& random) = 0;

  /// Learns from a game that has ended. If it throws, the learner plays as before the game.
  virtual void finish(const PlayedGame& game, runtime::Role learner) = 0;

  /// What it plays by, where that is a program; else null. Valid until the next game.
  [[nodiscard]] virtual const LearnedProgram* program() const { return nullptr; }
  /// What the games so far took to learn a program from, and what could not be learned from the
  /// last; null for learners that make none.
  [[nodiscard]] virtual const LearningReport* report() const { return nullptr; }
};

}  // namespace tesuji::learner
