#include "backend/open/batch_game.h"

#include "backend/driver/games/mixed.h"
#include "backend/driver/games/plugin.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "backend/open/lane_choice.h"
#include "backend/plugins/host/batch.h"
#include "backend/plugins/host/gpu.h"

#include <algorithm>
#include <set>
#include <stop_token>
#include <utility>

namespace tesuji::driver {
namespace {

/// Whether there are lanes and moves for these weights; reports errors.
bool knows_moves(const std::optional<GroundGame>& ground, const MoveWeights& weights,
                 const std::string& reason, Session& session) {
  if (!ground) {
    session.diagnostics.error({}, "limit", "only lanes support weights of moves: " + reason);
    return false;
  }
  std::set<std::string> moves;
  for (const ir::NetMove& move : ground->net->moves) {
    const auto [of_role, of_all] = weight_names(*ground->module, move);
    moves.insert({of_role, of_all});
  }
  for (const auto& [move, weight] : weights) {
    if (moves.contains(move)) continue;
    session.diagnostics.error(weight.place, "weights", "no role ever has the move `" + move + "`");
  }
  return !session.diagnostics.has_errors();
}

/// Returns the plugin's lanes with the GPU that plays its kernels; sets `reason` if no GPU plays
/// them.
std::optional<runtime::LanePlayer> plugin_on_gpu(const std::shared_ptr<const runtime::Game>& game,
                                                 const Options& options, std::string& reason) {
  std::optional<runtime::LanePlayer> player = plugin::gpu_player(game, reason);
  if (!player) return std::nullopt;
  const auto make_code = [game](bool many_starts, const std::stop_token&) {
    return plugin::gpu_code(*game, many_starts);
  };
  reason = add_gpu(*player, make_code, options);
  return reason.empty() ? std::move(player) : std::nullopt;
}

std::optional<BatchGame> load_plugin_batch(const std::string& path, std::uint32_t blocks,
                                           const Options& options, Session& session,
                                           const MoveWeights& weights) {
  if (!weights.empty()) {
    session.diagnostics.error({}, "usage", "weights of moves are for rulesheets, not for plugins");
    return std::nullopt;
  }
  std::optional<LoadedGame> loaded = load_plugin(path, session);
  if (!loaded) return std::nullopt;
  BatchGame batch;
  batch.loaded = std::move(*loaded);
  if (blocks == gpu_blocks) {
    batch.lanes = plugin_on_gpu(batch.loaded.game, options, batch.gpu_reason);
    if (batch.lanes) return batch;
    blocks = 0;
  }
  const std::uint32_t most = plugin::most_lanes(*batch.loaded.game);
  batch.plugin_lanes = blocks == 0 ? most : std::min(most, 64 * blocks);
  if (most == 0) batch.reason = "the plugin has no code for lanes";
  batch.engine = "plugin";
  return batch;
}

/// Opens the game one by one, by matchers or by the fastest engine.
std::optional<BatchGame> play_by(Engine engine, const ir::Module& source, const std::string& path,
                                 Options options, Session& session, BatchGame batch) {
  options.engine = engine;
  batch.engine = engine == Engine::jit ? "jit" : "auto";
  std::optional<LoadedGame> loaded = source_game(source, path, options, session);
  if (!loaded) return std::nullopt;
  batch.loaded = std::move(*loaded);
  return batch;
}

std::optional<BatchGame> load_sheet(const std::string& path, std::uint32_t blocks,
                                    const Options& options, Session& session,
                                    const PlayoutPolicy& policy, bool asked_often) {
  const MoveWeights& weights = policy.weights;
  std::optional<ir::Module> source = load_source(path, session);
  if (!source) return std::nullopt;
  if (options.invariants && !are_about(*options.invariants, *source, session)) return std::nullopt;
  BatchGame batch;
  std::optional<GroundGame> ground =
      ground_for_lanes(*source, options, session, batch.reason, asked_often);
  if (session.diagnostics.has_errors()) return std::nullopt;
  if (!weights.empty() && !knows_moves(ground, weights, batch.reason, session)) return std::nullopt;
  if (ground && ground->net->knows(ir::NetQuestion::goal)) {
    choose_lane_net(*ground, !asked_often, weights, options, session);
    if (asked_often) specialise(*ground, options);
    batch.loaded = {ground->module, nullptr,
                    asked_often ? compile_game(*ground, options) : evaluate_game(*ground)};
  } else {
    const Engine engine = ground ? Engine::jit : Engine::automatic;
    auto loaded = play_by(engine, *source, path, options, session, std::move(batch));
    if (!loaded || !ground) return loaded;
    batch = std::move(*loaded);
    ground = place_on(*ground, batch.loaded);
    if (!ground) {
      batch.reason = rows_reason;
      if (!weights.empty() && !knows_moves(ground, weights, batch.reason, session)) {
        return std::nullopt;
      }
      return play_by(Engine::automatic, *source, path, options, session, std::move(batch));
    }
  }
  std::optional<GroundGame> restricted = restrict_moves(*ground, policy.tactics);
  if (restricted && asked_often) {
    restricted->program = nullptr;  // bitboards would give fluents other places
    specialise(*restricted, options);
    batch.restricted = compile_game(*restricted, options);
  }
  const std::optional<ir::LaneGame> made =
      run_lane_passes(restricted ? *restricted : *ground, weights, options, session);
  if (!made) return std::nullopt;
  const ir::LaneGame& lanes = *made;
  const bool on_gpu = blocks == gpu_blocks;
  batch.lanes = compile_lanes(*ground, lanes, batch.loaded.game,
                              blocks != 0 && !on_gpu ? blocks : widest_blocks(), options);
  if (on_gpu) batch.gpu_reason = play_on_gpu(*batch.lanes, lanes, ground->module->game, options);
  return batch;
}

}  // namespace

std::optional<BatchGame> load_batch_game(const std::string& path, std::uint32_t blocks,
                                         const Options& options, Session& session,
                                         const PlayoutPolicy& policy, bool asked_often) {
  if (is_plugin(path)) return load_plugin_batch(path, blocks, options, session, policy.weights);
  std::optional<BatchGame> batch = load_sheet(path, blocks, options, session, policy, asked_often);
  if (batch && options.invariants) {
    batch->loaded.game->set_state_facts(options.invariants->facts);
  }
  return batch;
}

std::vector<runtime::SimulationResult> simulate(const BatchGame& game,
                                                std::span<const std::uint64_t> starts,
                                                std::size_t count,
                                                const runtime::SimulationOptions& options) {
  if (game.lanes) return runtime::simulate_in_lanes(*game.lanes, starts, options);
  const runtime::Game& single = *game.loaded.game;
  if (game.plugin_lanes == 0) return runtime::simulate(single, starts, count, options);
  return plugin::simulate_batch(single, starts, game.plugin_lanes, options);
}

}  // namespace tesuji::driver
