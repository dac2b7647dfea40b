#include "backend/plugins/host/game.h"

#include "runtime/host/game/c_game.h"

#include <utility>

namespace tesuji::plugin {

std::shared_ptr<const runtime::Game> make_game(std::shared_ptr<const Library> library) {
  const tsj_plugin& tables = library->get();
  return runtime::make_c_game({std::move(library), &tables}, runtime::CGameKind::library);
}

const tsj_plugin* plugin_of(const runtime::Game& game) {
  return runtime::c_tables_of(game, runtime::CGameKind::library);
}

}  // namespace tesuji::plugin
