// Implements random playouts from many states, of tesuji/tesuji.h.
#include "backend/driver/session.h"
#include "backend/object_cache/object_cache.h"
#include "backend/open/batch_game.h"
#include "tools/library/library_game.h"
#include "tools/library/messages.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct tsj_playouts {
  std::shared_ptr<const tesuji::driver::VectorGame> game;  ///< the game whose states callers pass
  tesuji::driver::BatchGame batch;
  std::string text;  ///< that was returned last
};

namespace tesuji::library {
namespace {

template <typename Options>
Options known(const Options* given, Options options) {
  if (given != nullptr) std::memcpy(&options, given, std::min(given->size, sizeof options));
  return options;
}

std::unique_ptr<tsj_playouts> open_playouts(const tsj_game& game,
                                            const tsj_playouts_options& options,
                                            driver::Session& session) {
  if (options.lanes != 0 && options.lanes != 64 && options.lanes != 256 && options.lanes != 512) {
    throw std::invalid_argument("unsupported number of lanes: " + std::to_string(options.lanes));
  }
  session.texts = game.asked->texts();
  const std::uint32_t blocks = options.on_gpu != 0 ? driver::gpu_blocks : options.lanes / 64;
  driver::Options driver_options;
  driver_options.cache = game.asked->options().cache;
  const bool had_trouble =  // reported when the game was opened
      driver_options.cache != nullptr && !driver_options.cache->trouble().empty();
  auto batch = driver::load_batch_game(game.asked->path(), blocks, driver_options, session);
  if (!had_trouble) driver::warn_of_cache_trouble(driver_options, session);
  if (!batch) return nullptr;
  auto playouts = std::make_unique<tsj_playouts>();
  playouts->game = game.vectors;
  playouts->batch = std::move(*batch);
  return playouts;
}

/// Translates states to the game for playouts: if that comes from another net, its fluents have
/// other places.
runtime::State translated(const tsj_playouts& playouts, const std::uint64_t* states,
                          std::size_t count) {
  const runtime::Game& from = *playouts.game->loaded.game;
  const runtime::Game& to = *playouts.batch.loaded.game;
  const std::size_t words = from.state_words();
  runtime::State all;
  const tsj_plugin& tables = *playouts.game->tables;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t* const given = states + i * words;
    std::optional<runtime::State> state;
    if (tables.check_state(&tables, given) == TSJ_OK) {
      state = to.state_of(from.fluents({given, words}), nullptr);
    }
    if (!state) {
      throw std::invalid_argument("state number " + std::to_string(i) + " is not of this game");
    }
    all.insert(all.end(), state->begin(), state->end());
  }
  return all;
}

runtime::SimulationOptions simulation_options(const tsj_playouts_order& order) {
  if (order.threads == 0) throw std::invalid_argument("playouts have at least one thread");
  if (!(order.seconds >= 0)) throw std::invalid_argument("the time limit must be a number from 0");
  runtime::SimulationOptions options;
  options.playouts = order.playouts;
  options.step_limit = order.most_steps;
  options.seed = order.seed;
  options.seconds = order.seconds;
  options.threads = order.threads;
  options.stop = order.stop == nullptr ? nullptr : &order.stop->flag;
  return options;
}

tsj_batch_sums sums_of(const runtime::SimulationResult& result) {
  const runtime::PlayoutStatistics& statistics = result.statistics;
  tsj_batch_sums sums{};
  sums.playouts = statistics.playouts;
  sums.terminal = statistics.terminal;
  sums.cut = statistics.cut;
  sums.stuck = statistics.stuck;
  sums.steps = statistics.steps;
  sums.shortest = statistics.playouts == 0 ? UINT64_MAX : result.shortest;
  sums.longest = result.longest;
  sums.goals_missing = statistics.goals_missing;
  sums.goals_several = statistics.goals_ambiguous;
  sums.goals_no_integer = statistics.goals_not_integer;
  return sums;
}

void write_results(const std::vector<runtime::SimulationResult>& from, std::size_t roles,
                   const tsj_playouts_results& to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const runtime::PlayoutStatistics& statistics = from[i].statistics;
    to.sums[i] = sums_of(from[i]);
    for (std::size_t role = 0; role < roles; ++role) {
      const bool known = role < statistics.goal_sums.size();
      to.goal_sums[i * roles + role] = known ? statistics.goal_sums[role] : 0;
      to.goal_counts[i * roles + role] = known ? statistics.goal_counts[role] : 0;
    }
    if (to.on_gpu != nullptr) to.on_gpu[i] = from[i].on_device;
  }
}

const runtime::LaneDevice* device_of(const tsj_playouts& playouts) {
  return playouts.batch.lanes ? playouts.batch.lanes->device.get() : nullptr;
}

}  // namespace
}  // namespace tesuji::library

using namespace tesuji;

extern "C" {

tsj_playouts* tsj_playouts_open(const tsj_game* game, const tsj_playouts_options* given,
                                tsj_messages** messages) {
  std::unique_ptr<tsj_playouts> playouts;
  library::guarded(messages, [&] {
    driver::Session session;
    playouts = library::open_playouts(
        *game, library::known(given, tsj_playouts_options TSJ_PLAYOUTS_OPTIONS), session);
    library::give(session.diagnostics, messages);
    return TSJ_OK;
  });
  return playouts.release();
}

void tsj_playouts_close(tsj_playouts* playouts) {
  delete playouts;
}

uint32_t tsj_playouts_lanes(const tsj_playouts* playouts) {
  return playouts->batch.width();
}

int32_t tsj_playouts_play(tsj_playouts* playouts, const tsj_playouts_order* order,
                          const uint64_t* states, size_t count, const tsj_playouts_results* results,
                          tsj_messages** messages) {
  return library::guarded(messages, [&] {
    const runtime::SimulationOptions options =
        library::simulation_options(library::known(order, tsj_playouts_order TSJ_PLAYOUTS_ORDER));
    const runtime::State starts = library::translated(*playouts, states, count);
    const auto counted = driver::simulate(playouts->batch, starts, count, options);
    library::write_results(counted, playouts->batch.loaded.game->roles().size(), *results);
    return TSJ_OK;
  });
}

const char* tsj_playouts_gpu(tsj_playouts* playouts) {
  const runtime::LaneDevice* device = library::device_of(*playouts);
  playouts->text = device != nullptr && device->fault().empty() ? device->name() : std::string();
  return playouts->text.c_str();
}

const char* tsj_playouts_why_no_gpu(tsj_playouts* playouts) {
  const runtime::LaneDevice* device = library::device_of(*playouts);
  playouts->text = device != nullptr ? device->fault() : playouts->batch.gpu_reason;
  return playouts->text.c_str();
}
}
