// Answers questions about a game's states by another game of the same rules, which knows fluents
// and moves by their names.
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

/// Makes the other game when it is first needed; null, or an exception: there is none.
using StandbyMaker = std::function<std::shared_ptr<const Game>()>;

/// Safe from many threads, which it serves one at a time.
class StandbyGame {
 public:
  explicit StandbyGame(StandbyMaker make) : make_(std::move(make)) {}

  /// Whose states and moves questions are about. To be called before the first question; the game
  /// must outlive all of them.
  void stand_by(const Game& game) { game_ = &game; }

  // As those of Game, for one role after the other. They throw what the other game throws, and
  // std::runtime_error where that lacks a name, or cannot be made.
  /// Ascending.
  [[nodiscard]] std::vector<std::vector<Move>> legal(StateView state);
  [[nodiscard]] bool terminal(StateView state);
  void next(StateView state, std::span<const Move> joint, StateOut out);
  void goal_values(StateView state, std::span<int> values);
  [[nodiscard]] std::vector<std::vector<std::string>> goals(StateView state);
  [[nodiscard]] std::vector<std::vector<std::string>> percepts(StateView state,
                                                               std::span<const Move> joint);

 private:
  /// Makes the other game where it is not made, or has grown: some keep every state that they met.
  void make();
  [[nodiscard]] StateView state_of(StateView state);
  [[nodiscard]] std::vector<Move> moves_of(std::span<const Move> joint) const;

  std::mutex mutex_;
  StandbyMaker make_;
  const Game* game_ = nullptr;
  std::shared_ptr<const Game> other_;
  std::unique_ptr<Scratch> scratch_;
  std::uint64_t states_ = 0;  ///< that `other_` has met
  State asked_;               ///< the last state, and ..
  State found_;               ///< .. what it is for `other_`
};

}  // namespace tesuji::runtime
