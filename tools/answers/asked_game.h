// A game that questions are asked about: its text, and what searches play it by.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/lane_loader.h"
#include "backend/players/symmetry_loader.h"
#include "tools/play/board_view.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Thread-safe. What is loaded for one question serves the next ones.
class AskedGame {
 public:
  using Texts = std::map<std::string, std::string>;

  /// `path`: of a rulesheet, IR text, or a plugin; `texts` has the text where it is one. `opened`:
  /// the game as it is played already. `cache`: for what is compiled; may be null.
  AskedGame(std::string path, Texts texts, driver::LoadedGame opened,
            std::shared_ptr<object_cache::ObjectCache> cache);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Texts& texts() const { return texts_; }
  [[nodiscard]] const driver::LoadedGame& opened() const { return opened_; }
  /// How it is compiled for searches.
  [[nodiscard]] driver::Options options() const;

  /// Compiled for searches, when it is first asked. Null where that fails (reported).
  [[nodiscard]] const driver::LoadedGame* searched(driver::Session& session);
  /// Of the opened game; without boards where it is a plugin.
  [[nodiscard]] const BoardView& boards();
  /// For players that search a tree; each is one for all of them.
  [[nodiscard]] std::shared_ptr<driver::LaneLoader> lanes();
  [[nodiscard]] std::shared_ptr<driver::SymmetryLoader> symmetries();

 private:
  std::string path_;
  Texts texts_;
  driver::LoadedGame opened_;
  std::shared_ptr<object_cache::ObjectCache> cache_;
  std::mutex mutex_;  ///< of what follows
  std::optional<driver::LoadedGame> searched_;
  std::unique_ptr<const BoardView> boards_;
  std::shared_ptr<driver::LaneLoader> lanes_;
  std::shared_ptr<driver::SymmetryLoader> symmetries_;
};

/// The state in which these fluents hold; reports (code "state") and returns nothing where the game
/// has none of that name.
[[nodiscard]] std::optional<runtime::State> asked_state(const runtime::Game& game,
                                                        std::span<const std::string> fluents,
                                                        ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
