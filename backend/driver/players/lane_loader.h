// Loads a game for playouts in lanes in the background, once for all players that share it.
#pragma once

#include "backend/driver/driver.h"
#include "backend/driver/open/batch_game.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace tesuji::driver {

/// Thread-safe.
class LaneLoader {
 public:
  /// Nothing is loaded before begin(). Messages are dropped, since whoever has the game has had
  /// them. `weights`: of moves in playouts.
  LaneLoader(std::string path, Options options, MoveWeights weights = {});
  /// Gives up what it loads.
  ~LaneLoader();
  LaneLoader(const LaneLoader&) = delete;
  LaneLoader& operator=(const LaneLoader&) = delete;

  /// Begins to load, unless it did before.
  void begin();
  /// Returns when all is loaded, or nothing will be.
  void wait();
  [[nodiscard]] bool is_done() const { return done_; }
  /// Null until it is done, and where the game has no lanes.
  [[nodiscard]] std::shared_ptr<const BatchGame> game() const;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Options& options() const { return options_; }

 private:
  void load();

  std::string path_;
  Options options_;
  MoveWeights weights_;
  std::once_flag begun_;
  std::shared_ptr<const BatchGame> loaded_;  ///< set before `done_`
  std::atomic<bool> done_{false};
  std::atomic<bool> given_up_{false};
  std::jthread thread_;
};

}  // namespace tesuji::driver
