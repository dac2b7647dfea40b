#include "backend/plugins/make/plugin_parts.h"

#include "backend/driver/games/automatic.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/mixed.h"
#include "backend/features/sets/feature_module.h"

#include <stdexcept>
#include <utility>

namespace tesuji::driver {
namespace {

/// Makes plans only. Compiles nothing for this process: the interpreter answers for the tables.
std::optional<PluginParts> plan_parts(ir::Module source, const std::string& path, Options options,
                                      Session& session) {
  options.engine = Engine::interpreter;
  std::optional<LoadedGame> loaded = match_game(std::move(source), path, options, session);
  if (!loaded) return std::nullopt;
  return PluginParts{loaded->module, loaded->layout, std::nullopt, loaded->game,
                     turn_names(*loaded->module)};
}

std::optional<PluginParts> net_parts(ir::Module source, const std::string& path, Options options,
                                     Session& session) {
  options.engine = Engine::net;
  std::optional<MixedParts> mixed =
      net_game_parts(std::move(source), path, options, {}, session, true);
  if (!mixed) return std::nullopt;
  PluginParts parts;
  if (mixed->matchers) {
    parts.module = mixed->matchers->module;
    parts.layout = mixed->matchers->layout;
  }
  parts.turns = turn_names(mixed->matchers ? *mixed->matchers->module : *mixed->net.module);
  parts.net = std::move(mixed->net);
  parts.game = std::move(mixed->game);
  return parts;
}

std::optional<PluginParts> chosen_parts(ir::Module source, const std::string& path,
                                        const Options& options, Session& session) {
  std::optional<AutomaticGame> chosen = choose_engines(std::move(source), path, options, session);
  if (!chosen) return std::nullopt;
  PluginParts parts;
  parts.game = chosen->loaded.game;
  if (chosen->loaded.layout) {
    parts.module = chosen->loaded.module;
    parts.layout = chosen->loaded.layout;
  }
  parts.turns = turn_names(*chosen->loaded.module);
  parts.net = std::move(chosen->net);
  return parts;
}

}  // namespace

std::optional<PluginParts> make_parts(ir::Module source, const std::string& path,
                                      const Options& options, Session& session) {
  if (source.level == ir::Level::nets) {
    auto ground = ground_game(std::move(source), options, {}, session);
    if (!ground || !is_whole(*ground, path, session)) return std::nullopt;
    specialise(*ground, options);
    auto game = evaluate_game(*ground);
    return PluginParts{nullptr, nullptr, std::move(ground), std::move(game)};
  }
  if (options.engine == Engine::net_jit) {
    return net_parts(std::move(source), path, options, session);
  }
  if (options.engine == Engine::automatic) {
    return chosen_parts(std::move(source), path, options, session);
  }
  if (options.engine == Engine::jit) return plan_parts(std::move(source), path, options, session);
  throw std::logic_error("make_parts: plugins hold native code of plans, of nets, or of both");
}

std::optional<PluginParts> make_feature_parts(std::optional<ir::Module> source,
                                              const std::string& path, const std::string& name,
                                              const FeatureTexts& texts, const Options& options,
                                              Session& session) {
  if (options.engine != Engine::jit) {
    session.diagnostics.error({}, "usage", "a plugin with features holds plans: --engine=jit");
    return std::nullopt;
  }
  if (source && source->level != ir::Level::clauses) {
    session.diagnostics.error({}, "usage", "features go into a rulesheet, not into plans or nets");
    return std::nullopt;
  }
  auto lowered = lower_features(texts, std::move(source), session);
  if (!lowered || !share_parts(*lowered, options, session)) return std::nullopt;
  if (path.empty()) lowered->module->game = name;
  auto parts = plan_parts(std::move(*lowered->module), path, options, session);
  if (!parts) return std::nullopt;
  parts->features = std::move(lowered->names);
  parts->feature_parts = std::move(lowered->parts);
  return parts;
}

void add_lanes(PluginParts& parts, const ir::Module& source, const Options& options,
               Session& session) {
  std::string reason;
  if (!parts.layout) {
    parts.lanes = fit_for_lanes(*parts.net, reason);
  } else if (parts.lanes = ground_for_lanes(source, options, session, reason, false); parts.lanes) {
    parts.lanes = place_on(*parts.lanes, LoadedGame{parts.module, parts.layout, parts.game});
    if (!parts.lanes) reason = rows_reason;
  }
  if (parts.lanes) return;
  session.diagnostics.warning({}, "limit", "no code for many games at a time is made: " + reason);
}

}  // namespace tesuji::driver
