#include "tools/library/library_game.h"

#include "backend/driver/session.h"
#include "backend/object_cache/object_cache.h"
#include "runtime/host/game/stop.h"
#include "tools/library/messages.h"
#include "tools/options/cache_options.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tesuji::library {
namespace {

constexpr const char* version = "tesuji " TESUJI_VERSION;

/// Returns the caller's options as far as their size reaches, with defaults for the rest.
tsj_game_options known_options(const tsj_game_options* given) {
  tsj_game_options options = TSJ_GAME_OPTIONS;
  if (given != nullptr) std::memcpy(&options, given, std::min(given->size, sizeof options));
  return options;
}

tsj_plugin tables_of(const driver::VectorGame& game) {
  tsj_plugin tables{};
  if (game.tables->abi == TSJ_PLUGIN_ABI) {  // of a plugin, which may be older
    std::memcpy(&tables, game.tables.get(),
                std::min<std::size_t>(game.tables->size, sizeof tables));
    return tables;
  }
  tables = *game.tables;
  std::memcpy(tables.magic, TSJ_PLUGIN_MAGIC, sizeof tables.magic);
  tables.abi = TSJ_PLUGIN_ABI;
  tables.compiler = version;
  tables.source_hash = "";
  tables.cpu = "";
  tables.engine = game.lanes ? "net" : "jit";
  tables.net_answers = game.lanes ? "legal next terminal goal percepts" : "";
  return tables;
}

/// Sets what the tables say of turns by the rules; a plugin has it.
void describe_turns(tsj_game& game) {
  const auto& module = game.vectors->loaded.module;
  if (module == nullptr || game.tables.waiting_moves != nullptr) return;
  game.turns = driver::turn_names(*module);
  const std::size_t roles = game.tables.role_count;
  game.waiting_moves.resize(roles);
  game.control_fluents.resize(roles);
  for (std::size_t role = 0; role < roles; ++role) {
    const auto& waiting = game.turns.waiting;
    if (role < waiting.size() && waiting[role]) game.waiting_moves[role] = waiting[role]->c_str();
    const auto& control = game.turns.control;
    if (role < control.size()) game.control_fluents[role] = control[role].c_str();
  }
  game.tables.waiting_moves = game.waiting_moves.data();
  game.tables.control_fluents = game.control_fluents.data();
}

/// Returns the text of the file as it was read, so that questions refer to the same rules; none for
/// a plugin.
std::map<std::string, std::string> texts_of(const std::string& path,
                                            const driver::Session& session) {
  for (ir::FileId file = 0; file < session.sources->size(); ++file) {
    const ir::SourceFile& source = (*session.sources)[file];
    if (source.path == path) return {{path, source.text}};
  }
  return {};
}

/// Joins check the flag while they run, and passes when they are done.
driver::Options stoppable(const std::atomic<bool>* stop) {
  driver::Options options;
  if (stop == nullptr) return options;
  options.pipeline.after = [stop](const passes::PassUnit&, const passes::PassTime&) {
    if (stop->load(std::memory_order_relaxed)) throw runtime::Stopped();
  };
  return options;
}

/// Returns null if there is no cache.
std::shared_ptr<object_cache::ObjectCache> cache_in(const char* directory) {
  const std::string place = directory == nullptr ? tools::default_cache_directory() : directory;
  if (place.empty()) return nullptr;
  return std::make_shared<object_cache::ObjectCache>(place);
}

tsj_game* load(const std::string& path, const tsj_game_options* given, tsj_messages** messages,
               driver::Session& session) {
  const tsj_game_options options = known_options(given);
  if (options.lanes != 0 && options.lanes != 64 && options.lanes != 256 && options.lanes != 512) {
    session.diagnostics.error({}, "usage",
                              "unsupported number of lanes: " + std::to_string(options.lanes));
  }
  std::optional<driver::VectorGame> loaded;
  const auto cache = cache_in(options.cache);
  if (!session.diagnostics.has_errors()) {
    const std::atomic<bool>* const stop = options.stop == nullptr ? nullptr : &options.stop->flag;
    const runtime::StopScope scope(stop);
    driver::Options how = stoppable(stop);
    how.cache = cache;
    loaded = driver::load_vector_game(path, options.lanes / 64, options.joint != 0, how, session,
                                      options.native != 0);
    if (loaded) driver::warn_of_cache_trouble(how, session);
  }
  give(session.diagnostics, messages);
  if (!loaded) return nullptr;
  auto game = std::make_unique<tsj_game>();
  game->vectors = std::make_shared<const driver::VectorGame>(std::move(*loaded));
  game->tables = tables_of(*game->vectors);
  describe_turns(*game);
  game->asked = std::make_unique<tools::AskedGame>(path, texts_of(path, session),
                                                   game->vectors->loaded, cache);
  return game.release();
}

}  // namespace
}  // namespace tesuji::library

using namespace tesuji;

extern "C" {

const char* tsj_library_version(void) {
  return library::version;
}

tsj_game* tsj_game_open(const char* path, const tsj_game_options* options,
                        tsj_messages** messages) {
  tsj_game* game = nullptr;
  library::guarded(messages, [&] {
    driver::Session session;
    game = library::load(path, options, messages, session);
    return TSJ_OK;
  });
  return game;
}

tsj_game* tsj_game_read(const char* name, const char* text, size_t length,
                        const tsj_game_options* options, tsj_messages** messages) {
  tsj_game* game = nullptr;
  library::guarded(messages, [&] {
    driver::Session session;
    session.texts.emplace(name, std::string(text, length));
    game = library::load(name, options, messages, session);
    return TSJ_OK;
  });
  return game;
}

void tsj_game_close(tsj_game* game) {
  delete game;
}

const tsj_plugin* tsj_game_tables(const tsj_game* game) {
  return &game->tables;
}

uint32_t tsj_game_lanes(const tsj_game* game) {
  return game->vectors->lanes ? 64 * game->vectors->lanes->code.blocks : 0;
}

const char* tsj_game_why_no_lanes(const tsj_game* game) {
  return game->vectors->lanes ? "" : game->vectors->reason.c_str();
}
}
