#include "tools/answers/asked_game.h"

#include "ir/module/module.h"

#include <utility>

namespace tesuji::tools {

AskedGame::AskedGame(std::string path, Texts texts, driver::LoadedGame opened,
                     std::shared_ptr<object_cache::ObjectCache> cache)
    : path_(std::move(path)),
      texts_(std::move(texts)),
      opened_(std::move(opened)),
      cache_(std::move(cache)) {}

driver::Options AskedGame::options() const {
  driver::Options options;
  options.cache = cache_;
  options.engine = driver::Engine::tiers;
  return options;
}

const driver::LoadedGame* AskedGame::searched(driver::Session& session) {
  const std::lock_guard lock(mutex_);
  if (!searched_) {
    // The compiler's warnings were reported when the game was opened.
    driver::Session own;
    own.texts = texts_;
    std::optional<driver::LoadedGame> loaded = driver::load_game(path_, options(), own);
    if (!loaded) {
      session.diagnostics.error({}, "game",
                                "`" + path_ + "` cannot be searched: " + own.diagnostics.render());
      return nullptr;
    }
    searched_ = std::move(*loaded);
  }
  return &*searched_;
}

const BoardView& AskedGame::boards() {
  const std::lock_guard lock(mutex_);
  if (!boards_) {
    const runtime::Game& game = *opened_.game;
    boards_ = opened_.module ? std::make_unique<const BoardView>(
                                   *opened_.module, game.fluents(game.initial()), &game)
                             : std::make_unique<const BoardView>(ir::Module());
  }
  return *boards_;
}

const MovePlaces* AskedGame::move_places() {
  const BoardView& view = boards();
  const std::lock_guard lock(mutex_);
  if (!opened_.module) return nullptr;
  if (!move_places_) move_places_ = std::make_unique<const MovePlaces>(*opened_.module, view);
  return move_places_.get();
}

std::shared_ptr<driver::LaneLoader> AskedGame::lanes() {
  const std::lock_guard lock(mutex_);
  if (!lanes_) {
    lanes_ =
        std::make_shared<driver::LaneLoader>(path_, options(), driver::PlayoutPolicy(), texts_);
  }
  return lanes_;
}

std::shared_ptr<driver::SymmetryLoader> AskedGame::symmetries() {
  const std::lock_guard lock(mutex_);
  if (!symmetries_) symmetries_ = driver::symmetry_loader(path_, options(), texts_);
  return symmetries_;
}

std::optional<runtime::State> asked_state(const runtime::Game& game,
                                          std::span<const std::string> fluents,
                                          ir::Diagnostics& diagnostics) {
  std::string unknown;
  std::optional<runtime::State> state = game.state_of(fluents, &unknown);
  if (!state) diagnostics.error({}, "state", "the game has no fluent `" + unknown + "`");
  return state;
}

}  // namespace tesuji::tools
