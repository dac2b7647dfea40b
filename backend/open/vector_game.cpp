#include "backend/open/vector_game.h"

#include "backend/driver/games/lane_steps.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/plugin.h"
#include "backend/driver/rulesheet/turn_rule.h"
#include "backend/driver/session.h"
#include "backend/object_cache/object_cache.h"
#include "backend/plugins/host/game.h"
#include "backend/plugins/make/plugin_actions.h"
#include "runtime/host/game/dense_numbers.h"
#include "runtime/host/steps/single_vector.h"

#include <algorithm>
#include <utility>

namespace tesuji::driver {
namespace {

std::optional<VectorGame> load(const std::string& path, std::uint32_t lanes, bool joint,
                               const std::string& cache, Session& session) {
  if (lanes != 0 && lanes != 64 && lanes != 256 && lanes != 512) {
    session.diagnostics.error({}, "usage", "unsupported number of lanes: " + std::to_string(lanes));
    return std::nullopt;
  }
  Options options;
  if (!cache.empty()) options.cache = std::make_shared<object_cache::ObjectCache>(cache);
  auto loaded = load_vector_game(path, lanes / 64, joint, options, session);
  warn_of_cache_trouble(options, session);
  return loaded;
}

/// Returns tests of whose turn it is, if the rules define turns for each role and the other role's
/// waiting move; otherwise none.
std::vector<runtime::StateTest> control_of(const TurnNames& names, const runtime::Game& game) {
  runtime::TurnRule rule = make_turn_rule(names, game);
  const bool all_wait = std::all_of(rule.waiting.begin(), rule.waiting.end(),
                                    [](const auto& move) { return move.has_value(); });
  if (rule.waiting.empty() || !all_wait) return {};
  return std::move(rule.control);
}

std::optional<VectorGame> load_library(const std::string& path, std::uint32_t blocks, bool joint,
                                       Session& session) {
  std::optional<LoadedGame> loaded = load_plugin(path, session);
  if (!loaded) return std::nullopt;
  VectorGame made;
  const tsj_plugin* tables = plugin::plugin_of(*loaded->game);
  if (!TSJ_PLUGIN_HAS(tables, move_action)) {
    session.diagnostics.error({}, "plugin", "`" + path + "` was compiled before moves had numbers");
    return std::nullopt;
  }
  made.tables = {loaded->game, tables};
  made.lanes = plugin::step_code(loaded->game, 64 * blocks);
  if (!made.lanes) {
    made.reason =
        "the plugin has no code for steps of this width; `compile --batch` generates it where the "
        "rules allow";
  } else if (joint && made.lanes->code.mover_bits != 0) {
    made.reason = "the plugin's code for lanes has one seat for all roles";
    made.lanes = nullptr;
  }
  if (!joint && loaded->turns) made.control = control_of(*loaded->turns, *loaded->game);
  made.loaded = std::move(*loaded);
  return made;
}

/// Plays by matchers, one game after the other.
std::optional<VectorGame> play_singly(ir::Module source, const std::string& path, bool joint,
                                      Options options, Session& session, VectorGame made) {
  options.engine = Engine::jit;
  const TurnNames names = joint ? TurnNames{} : turn_names(source);
  std::optional<LoadedGame> loaded = source_game(source, path, options, session);
  if (!loaded) return std::nullopt;
  made.loaded = std::move(*loaded);
  if (!made.loaded.layout) {
    session.diagnostics.error({}, "limit", "this net has no step programs: " + made.reason);
    return std::nullopt;
  }
  const runtime::GameTables plans = make_tables(*made.loaded.module, *made.loaded.layout);
  const auto possible = possible_moves(*made.loaded.module, *made.loaded.layout, session);
  made.tables = runtime::number_game(
      made.loaded.game,
      runtime::dense_numbers(&plans, nullptr, false, possible ? &*possible : nullptr));
  made.control = control_of(names, *made.loaded.game);
  return made;
}

}  // namespace

std::optional<VectorGame> load_vector_game(const std::string& path, std::uint32_t blocks,
                                           bool joint, const Options& options, Session& session,
                                           bool native) {
  if (is_plugin(path)) return load_library(path, blocks, joint, session);
  std::optional<ir::Module> source = load_source(path, session);
  if (!source) return std::nullopt;
  VectorGame made;
  std::optional<GroundGame> ground =
      ground_for_lanes(*source, options, session, made.reason, native);
  if (!ground || !ground->net->knows(ir::NetQuestion::goal)) {
    if (ground) made.reason = goals_reason;
    return play_singly(std::move(*source), path, joint, options, session, std::move(made));
  }
  if (native) specialise(*ground, options);
  made.lanes =
      compile_lane_steps(*ground, native ? compile_game(*ground, options) : evaluate_game(*ground),
                         blocks == 0 ? widest_blocks() : blocks, joint, options);
  made.loaded = {ground->module, nullptr, made.lanes->game};
  const runtime::NetTables tables = make_net_tables(*ground);
  made.tables = runtime::number_game(made.loaded.game,
                                     runtime::dense_numbers(nullptr, &tables, true, nullptr));
  return made;
}

OpenedVector open_vector(const std::string& path, std::uint32_t lanes, bool joint,
                         const std::string& cache) {
  Session session;
  std::optional<VectorGame> loaded = load(path, lanes, joint, cache, session);
  OpenedVector opened;
  opened.messages = session.diagnostics.render();
  if (!loaded) return opened;
  if (loaded->lanes) opened.lanes = 64 * loaded->lanes->code.blocks;
  opened.reason = loaded->reason;
  const auto whole = std::make_shared<const VectorGame>(std::move(*loaded));
  opened.game = {whole, whole->loaded.game.get()};
  opened.vectors = whole;
  return opened;
}

std::unique_ptr<runtime::GameVector> make_vector(const VectorGame& game,
                                                 const runtime::VectorOptions& options) {
  if (game.lanes) return runtime::make_lane_vector(game.lanes, options);
  return runtime::make_single_vector(game.tables, game.control, options);
}

}  // namespace tesuji::driver
