#include "backend/driver/games/plugin.h"

#include "backend/plugins/host/batch.h"
#include "backend/plugins/host/game.h"
#include "runtime/host/memory/cpu_names.h"

#include <sstream>
#include <utility>

namespace tesuji::driver {
namespace {

std::optional<std::shared_ptr<const plugin::Library>> open_library(const std::string& path,
                                                                   Session& session) {
  try {
    return std::make_shared<const plugin::Library>(path);
  } catch (const plugin::PluginFileError& error) {
    session.diagnostics.error({}, "io", error.what());
  } catch (const plugin::PluginError& error) {
    session.diagnostics.error({}, "plugin", error.what());
  }
  return std::nullopt;
}

/// What `name` (move_name, fluent_name) calls this number.
template <typename Name>
std::string name_by(const Name& name, const tsj_plugin& plugin, std::uint64_t number) {
  std::string text(name(&plugin, number, nullptr, 0), '\0');
  name(&plugin, number, text.data(), text.size() + 1);
  return text;
}

/// The dense numbers' names, up to most_named of each kind.
void add_dense_names(const tsj_plugin& plugin, PluginDescription& description) {
  description.fluent_count = plugin.fluent_count;
  for (std::uint64_t f = 0; f < plugin.fluent_count && f < PluginDescription::most_named; ++f) {
    description.fluents.push_back(name_by(plugin.fluent_name, plugin, f));
  }
  for (std::uint32_t role = 0; role < plugin.role_count; ++role) {
    const std::uint64_t count = plugin.action_count(&plugin, role);
    description.action_counts.push_back(count);
    std::vector<std::string>& names = description.actions.emplace_back();
    for (std::uint64_t a = 0; a < count && a < PluginDescription::most_named; ++a) {
      names.push_back(name_by(plugin.move_name, plugin, plugin.action_move(&plugin, role, a)));
    }
  }
}

TurnNames turns_of(const tsj_plugin& plugin) {
  TurnNames turns;
  for (std::uint32_t role = 0; role < plugin.role_count; ++role) {
    const char* waiting = plugin.waiting_moves[role];
    turns.waiting.push_back(waiting != nullptr ? std::optional<std::string>(waiting)
                                               : std::nullopt);
    // The rules give one to every role or to none.
    if (const char* control = plugin.control_fluents[role]) turns.control.emplace_back(control);
  }
  return turns;
}

}  // namespace

bool is_plugin(const std::string& path) {
  return path != "-" && plugin::is_plugin_file(path);
}

std::optional<LoadedGame> load_plugin(const std::string& path, Session& session) {
  auto loaded = load_positions_plugin(path, session);
  if (!loaded || !loaded->game->roles().empty()) return loaded;
  session.diagnostics.error(
      {}, "plugin", "`" + path + "` has the features of a domain theory, and no game: `features`");
  return std::nullopt;
}

std::optional<LoadedGame> load_positions_plugin(const std::string& path, Session& session) {
  auto library = open_library(path, session);
  if (!library) return std::nullopt;
  LoadedGame loaded;
  loaded.turns = turns_of((*library)->get());
  loaded.game = plugin::make_game(std::move(*library));
  return loaded;
}

std::optional<PluginDescription> inspect_plugin(const std::string& path, Session& session) {
  auto library = open_library(path, session);
  if (!library) return std::nullopt;
  const tsj_plugin& plugin = (*library)->get();
  PluginDescription description;
  description.name = plugin.name;
  description.compiler = plugin.compiler;
  description.source_hash = plugin.source_hash;
  description.cpu = plugin.cpu;
  std::istringstream names(runtime::cpu_feature_names(plugin.cpu_features));
  for (std::string name; names >> name;) description.cpu_features.push_back(name);
  description.engine = plugin.engine;
  description.net_answers = plugin.net_answers;
  description.abi = plugin.abi;
  description.table_bytes = plugin.size;
  description.scratch_bytes = plugin.scratch_bytes(&plugin);
  description.move_limit = plugin.move_limit;
  if (TSJ_PLUGIN_HAS(&plugin, strategy)) {
    description.strategy = plugin.strategy;
    description.strategy_hash = plugin.strategy_hash;
    for (std::uint32_t p = 0; p < plugin.predicate_count; ++p) {
      description.predicates.emplace_back(plugin.predicates[p].name);
    }
    for (std::uint32_t i = 0; i < plugin.order_count; ++i) {
      description.order.push_back(description.predicates.at(plugin.order[i]));
    }
  }
  if (TSJ_PLUGIN_HAS(&plugin, move_action)) {
    description.dense = true;
    add_dense_names(plugin, description);
  }
  description.game = plugin::make_game(std::move(*library));
  description.features = plugin::feature_names(*description.game);
  description.most_lanes = plugin::most_lanes(*description.game);
  description.most_step_lanes = plugin::most_step_lanes(*description.game);
  description.gpu = TSJ_PLUGIN_HAS(&plugin, gpu);
  return description;
}

}  // namespace tesuji::driver
