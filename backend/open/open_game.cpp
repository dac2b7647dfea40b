#include "backend/open/open_game.h"

#include "backend/driver/engines.h"
#include "backend/driver/games/plugin.h"
#include "backend/driver/load.h"

#include <utility>

namespace tesuji::driver {

namespace {

std::optional<LoadedGame> load(const std::string& path, std::string_view engine, Session& session) {
  if (is_plugin(path)) return load_plugin(path, session);
  const std::optional<Engine> found = find_engine(engine);
  if (!found) {
    session.diagnostics.error({}, "usage", "unknown engine `" + std::string(engine) + "`");
    return std::nullopt;
  }
  Options options;
  options.engine = *found;
  return load_game(path, options, session);
}

}  // namespace

OpenedGame open_game(const std::string& path, std::string_view engine) {
  Session session;
  std::optional<LoadedGame> loaded = load(path, engine, session);
  OpenedGame opened;
  opened.messages = session.diagnostics.render();
  if (!loaded) return opened;
  const auto whole = std::make_shared<const LoadedGame>(std::move(*loaded));
  opened.game = {whole, whole->game.get()};
  return opened;
}

}  // namespace tesuji::driver
