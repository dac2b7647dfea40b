// Answers questions about a game's states with another game of the same rules; fluents and moves
// are translated by their names.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/game.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Creates the other game on first use; null or an exception if it cannot be made.
using StandbyMaker = std::function<std::shared_ptr<const Game>()>;

/// Thread-safe; serves one thread at a time.
class StandbyGame {
 public:
  explicit StandbyGame(StandbyMaker make) : make_(std::move(make)) {}

  /// Sets the game whose states and moves questions are about. Must be called before the first
  /// question; the game must outlive all questions.
  void stand_by(const Game& game) { game_ = &game; }

  // As the functions of Game, for all roles. They throw what the other game throws, and
  // std::runtime_error if it lacks a name, or cannot be made.
  /// Ascending.
  [[nodiscard]] std::vector<std::vector<Move>> legal(StateView state);
  [[nodiscard]] bool terminal(StateView state);
  void next(StateView state, std::span<const Move> joint, StateOut out);
  void goal_values(StateView state, std::span<int> values);
  [[nodiscard]] std::vector<std::vector<std::string>> goals(StateView state);
  [[nodiscard]] std::vector<std::vector<std::string>> percepts(StateView state,
                                                               std::span<const Move> joint);

 private:
  /// Makes the other game if it is missing, or again if it has grown: some games keep every state
  /// that they have seen.
  void make();
  [[nodiscard]] StateView state_of(StateView state);
  [[nodiscard]] std::vector<Move> moves_of(std::span<const Move> joint) const;

  std::mutex mutex_;
  StandbyMaker make_;
  const Game* game_ = nullptr;
  std::shared_ptr<const Game> other_;
  std::unique_ptr<Scratch> scratch_;
  std::uint64_t states_ = 0;  ///< seen by `other_`
  State asked_;               ///< the last state, and ..
  State found_;               ///< .. its translation for `other_`
};

}  // namespace tesuji::runtime
