// A game whose engine can be replaced during play.
#pragma once

#include "runtime/host/game/game.h"

#include <atomic>
#include <list>
#include <memory>
#include <mutex>

namespace tesuji::runtime {

/// The engine of a game. Engines that follow each other have the same states, bit for bit, and
/// number moves alike, so that whoever has some goes on with them. Safe from many threads.
class GameSlot {
 public:
  explicit GameSlot(std::shared_ptr<const Game> first);
  GameSlot(const GameSlot&) = delete;
  GameSlot& operator=(const GameSlot&) = delete;

  /// For questions that are asked from now on. What was there before is kept as long as the slot:
  /// other threads may still be asking it.
  void exchange(std::shared_ptr<const Game> game);
  [[nodiscard]] const Game& current() const { return *current_.load(std::memory_order_acquire); }
  /// What names states and moves, whatever engine answers.
  [[nodiscard]] const std::shared_ptr<const Game>& first() const { return first_; }

 private:
  std::mutex mutex_;
  std::shared_ptr<const Game> first_;
  std::list<std::shared_ptr<const Game>> later_;
  std::atomic<const Game*> current_;
};

/// The game that is in the slot at each question.
[[nodiscard]] std::shared_ptr<const Game> make_exchangeable_game(
    std::shared_ptr<const GameSlot> slot);

}  // namespace tesuji::runtime
