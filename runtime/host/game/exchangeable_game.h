// A game whose engine can be replaced during play.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/game.h"

#include <atomic>
#include <list>
#include <memory>
#include <mutex>

namespace tesuji::runtime {

/// The engine of a game: tables in memory behind one pointer. Engines that follow each other have
/// the same states, bit for bit, and number moves alike, so that whoever has some goes on with
/// them. Safe from many threads.
class GameSlot {
 public:
  /// Throws std::invalid_argument for games that are not of memory_game.h.
  explicit GameSlot(std::shared_ptr<const Game> first);
  GameSlot(const GameSlot&) = delete;
  GameSlot& operator=(const GameSlot&) = delete;

  /// For questions that are asked from now on. What was there before is kept as long as the slot:
  /// other threads may still be asking it. Throws as the constructor.
  void exchange(std::shared_ptr<const Game> game);
  [[nodiscard]] const std::atomic<const tsj_plugin*>& current() const { return current_; }
  /// What names states and moves, whatever engine answers.
  [[nodiscard]] const std::shared_ptr<const Game>& first() const { return games_.front(); }

 private:
  std::mutex mutex_;
  std::list<std::shared_ptr<const Game>> games_;
  std::atomic<const tsj_plugin*> current_;
};

/// The game that is in the slot at each question.
[[nodiscard]] std::shared_ptr<const Game> make_exchangeable_game(
    std::shared_ptr<const GameSlot> slot);

}  // namespace tesuji::runtime
