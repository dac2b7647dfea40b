// Holds a game that questions are asked about: its text, and the compiled forms that searches use.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/lane_loader.h"
#include "backend/players/symmetry_loader.h"
#include "tools/answers/asked_players.h"
#include "tools/boards/board_view.h"
#include "tools/boards/move_places.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Thread-safe. Forms loaded for one question are reused for later ones.
class AskedGame {
 public:
  using Texts = std::map<std::string, std::string>;

  /// `path`: of a rulesheet, IR text, or a plugin; `texts` contains its text unless it is a plugin.
  /// `opened`: the game as already loaded for play. `cache`: for compiled code; may be null.
  AskedGame(std::string path, Texts texts, driver::LoadedGame opened,
            std::shared_ptr<object_cache::ObjectCache> cache);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Texts& texts() const { return texts_; }
  [[nodiscard]] const driver::LoadedGame& opened() const { return opened_; }
  /// Returns the options for compiling it for searches.
  [[nodiscard]] driver::Options options() const;

  /// Returns the game compiled for searches, on first use. Null if that fails (reported).
  [[nodiscard]] const driver::LoadedGame* searched(driver::Session& session);
  /// Returns the opened game's boards; none if it is a plugin.
  [[nodiscard]] const BoardView& boards();
  /// Returns which squares moves name; null for a plugin.
  [[nodiscard]] const MovePlaces* move_places();
  /// For players that search a tree; each is shared by all of them.
  [[nodiscard]] std::shared_ptr<driver::LaneLoader> lanes();
  [[nodiscard]] std::shared_ptr<driver::SymmetryLoader> symmetries();
  /// Returns the players that answer `move`.
  [[nodiscard]] AskedPlayers& players() { return players_; }

 private:
  std::string path_;
  Texts texts_;
  driver::LoadedGame opened_;
  std::shared_ptr<object_cache::ObjectCache> cache_;
  std::mutex mutex_;  ///< guards the members that follow
  std::optional<driver::LoadedGame> searched_;
  std::unique_ptr<const BoardView> boards_;
  std::unique_ptr<const MovePlaces> move_places_;
  std::shared_ptr<driver::LaneLoader> lanes_;
  std::shared_ptr<driver::SymmetryLoader> symmetries_;
  AskedPlayers players_;
};

/// Returns the state in which these fluents hold; reports (code "state") and returns nothing if the
/// game lacks one of them.
[[nodiscard]] std::optional<runtime::State> asked_state(const runtime::Game& game,
                                                        std::span<const std::string> fluents,
                                                        ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
