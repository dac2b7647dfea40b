#include "backend/open/batch_game.h"

#include "backend/driver/games/kept_net.h"
#include "backend/driver/games/mixed.h"
#include "backend/driver/games/net_facts.h"
#include "backend/driver/games/plugin.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "backend/plugins/host/batch.h"
#include "ir/nets/net_numbers.h"
#include "passes/nets/hide_fluents.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::driver {
namespace {

// --- The net that lanes are made of, where facts are proved of it: as few operations as can be had

/// So much more may programs cost, compared with others, whose states are smaller.
constexpr double most_for_size = 1.02;

/// Which net, and whether fluents are left out of its states.
struct LaneNet {
  bool uses_facts = true;
  std::optional<passes::GroupCodes> hidden = std::nullopt;
};

/// To be raised where the numbers below mean something else.
constexpr std::string_view lane_net_form = "lane net 1";

KeptNumbers::Numbers numbers_of(const LaneNet& chosen) {
  return {chosen.uses_facts ? 1U : 0U,
          chosen.hidden ? static_cast<std::uint32_t>(*chosen.hidden) + 1 : 0U};
}

std::optional<LaneNet> lane_net_of(const KeptNumbers::Numbers& numbers) {
  for (const bool uses_facts : {false, true}) {
    for (const auto& hidden :
         {std::optional<passes::GroupCodes>(), std::optional(passes::GroupCodes::none),
          std::optional(passes::GroupCodes::numbers)}) {
      const LaneNet some{uses_facts, hidden};
      if (numbers_of(some) == numbers) return some;
    }
  }
  return std::nullopt;
}

/// Of a move: what programs compute, and words that they read and write.
std::uint64_t cost_of(const GroundGame& ground, const MoveWeights& weights) {
  std::uint64_t cost = 0;
  for (const ir::LanePhase& phase : make_lane_game(ground, weights).phases) {
    cost += phase.tick.operations.size() + phase.tick.inputs.size() + phase.tick.outputs.size();
  }
  return cost;
}

GroundGame made(const GroundGame& ground, const LaneNet& wanted, const Options& options,
                Session& session) {
  GroundGame game = ground;
  if (!wanted.uses_facts) game.net = ground.proof.without_facts;
  if (wanted.hidden) hide_fluents(game, *wanted.hidden, options, session);
  return game;
}

/// The best net, and which it is.
std::pair<GroundGame, LaneNet> choose(const GroundGame& ground, bool whole,
                                      const MoveWeights& weights, const Options& options,
                                      Session& session) {
  std::pair<GroundGame, LaneNet> best{ground, {}};
  std::uint64_t least = cost_of(ground, weights);
  const auto consider = [&](const LaneNet& wanted, double most) {
    GroundGame game = made(ground, wanted, options, session);
    if (wanted.hidden && game.proof.hidden.empty()) return;
    const std::uint64_t cost = cost_of(game, weights);
    if (static_cast<double>(cost) > most * static_cast<double>(least)) return;
    least = cost;
    best = {std::move(game), wanted};
  };
  consider({false, std::nullopt}, 1);
  if (!whole) return best;
  for (const auto codes : {passes::GroupCodes::none, passes::GroupCodes::numbers}) {
    std::vector<bool> tried{true};
    if (!best.second.hidden && !best.second.uses_facts) tried.insert(tried.begin(), false);
    for (const bool uses_facts : tried) consider({uses_facts, codes}, most_for_size);
  }
  return best;
}

/// Chooses, where facts are known of the net (net_facts.h), among it, the net without them, and
/// these with fewer fluents: the one of the fewest operations and words in programs. `whole`: the
/// net is the whole game, so that it need not have all fluents. The choice is kept in
/// options.cache.
void choose_lane_net(GroundGame& ground, bool whole, const MoveWeights& weights,
                     const Options& options, Session& session) {
  if (ground.proof.facts.empty()) return;
  std::optional<KeptNumbers> place;
  if (options.cache != nullptr && weights.empty()) {
    KeptNumbers::Numbers source = ir::numbers_of(*ground.net);
    for (const auto& more :
         {ir::numbers_of(*ground.proof.without_facts), ir::numbers_of(ground.proof.facts),
          KeptNumbers::Numbers(ground.control)}) {
      source.insert(source.end(), more.begin(), more.end());
    }
    source.push_back(whole ? 1 : 0);
    place.emplace(options.cache, "lane net", ground.module->game, lane_net_form, source);
    const auto numbers = place->find();
    if (const auto kept = numbers ? lane_net_of(*numbers) : std::nullopt) {
      ground = made(ground, *kept, options, session);
      return;
    }
  }
  auto [game, chosen] = choose(ground, whole, weights, options, session);
  ground = std::move(game);
  if (place) place->store(numbers_of(chosen));
}

// --- Weights of moves

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

// --- Plugins

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

// --- Rulesheets and IR texts

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
  const bool is_whole = ground && ground->net->knows(ir::NetQuestion::goal);
  if (is_whole) {
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
  const std::optional<GroundGame> restricted = restrict_moves(*ground, policy.tactics);
  if (asked_often && is_whole) {  // otherwise the game numbers moves in its own way
    batch.expansion = compile_expansion(*ground, restricted ? &*restricted : nullptr, options);
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

// --- Any file

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

// --- Playouts: the function of open_batch.h

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
