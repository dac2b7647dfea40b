// Loads a game for playouts in lanes in the background, once for all players that share it.
#pragma once

#include "backend/driver/session.h"
#include "backend/open/batch_game.h"
#include "backend/players/background.h"

#include <map>
#include <memory>
#include <string>

namespace tesuji::driver {

/// Thread-safe.
class LaneLoader {
 public:
  using Texts = std::map<std::string, std::string>;

  /// Loads nothing before begin(). Drops messages, since the game's owner has seen them. `texts`:
  /// as in Session.
  LaneLoader(std::string path, Options options, PlayoutPolicy policy = {}, Texts texts = {});

  /// Starts loading, unless it was started before.
  void begin() { game_.begin(); }
  /// Returns when the game is loaded, or cannot be loaded.
  void wait() { game_.wait(); }
  [[nodiscard]] bool is_done() const { return game_.is_done(); }
  /// Returns null until it is done, or if the game has no lanes.
  [[nodiscard]] std::shared_ptr<const BatchGame> game() const { return game_.made(); }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] const PlayoutPolicy& policy() const { return policy_; }
  [[nodiscard]] const Texts& texts() const { return texts_; }

 private:
  [[nodiscard]] std::shared_ptr<const BatchGame> load() const;

  std::string path_;
  Options options_;
  PlayoutPolicy policy_;
  Texts texts_;
  Background<BatchGame> game_;
};

}  // namespace tesuji::driver
