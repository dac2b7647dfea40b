// The random numbers of playouts in lanes, written down beside the version of kernels for GPUs.
#include "backend/open/batch_game.h"
#include "runtime/core/tesuji/gpu_lanes.h"
#include "runtime/core/tesuji/lanes.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/playouts/lane_playouts.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

using namespace tesuji;

namespace {

using Words = std::array<std::uint64_t, 4>;

/// What the first tick of a run is given, and draws. Lane functions have nothing but arrays, so it
/// is kept here.
struct FirstTick {
  tsj_lane_function own = nullptr;
  std::uint64_t random_words = 0;
  bool done = false;
  Words seeded{};  ///< the generator of the first block
  std::vector<std::uint64_t> drawn;
};
FirstTick first_tick;

void watched_tick(std::uint64_t* state, std::uint64_t* control, std::uint64_t* random,
                  std::uint64_t* answers, std::uint64_t* scratch) {
  if (!first_tick.done) {
    std::copy_n(control + TSJ_LANES_GENERATOR, first_tick.seeded.size(), first_tick.seeded.begin());
  }
  first_tick.own(state, control, random, answers, scratch);
  if (!first_tick.done) first_tick.drawn.assign(random, random + first_tick.random_words);
  first_tick.done = true;
}

/// By words of 64 lanes, on one thread.
void play_watched(std::uint64_t seed) {
  driver::Session session;
  auto game =
      driver::load_batch_game(tests::source_dir() + "/examples/goofspiel.kif", 1, {}, session);
  REQUIRE(game);
  REQUIRE(game->lanes);
  runtime::LanePlayer player = *game->lanes;
  REQUIRE(player.code.phase_count == 1);
  first_tick = {player.code.ticks[0], player.code.random_words, false, {}, {}};
  const tsj_lane_function ticks[] = {watched_tick};
  player.code.ticks = ticks;
  runtime::SimulationOptions options;
  options.playouts = 64;
  options.seed = seed;
  (void)runtime::simulate_in_lanes(player, options);
  REQUIRE(first_tick.done);
}

}  // namespace

// Kernels for GPUs are in plugins, and what plays beside them on the processor is in the program
// that has loaded the plugin, perhaps another version of tesuji. Both draw the numbers of one seed.
// So whoever changes what is written down here raises TSJ_GPU_VERSION (gpu_lanes.h), so that the
// kernels of older plugins are not played any more, and then writes down the new numbers and the
// new version. Kernels draw these numbers, too: gpu_playouts_test.cpp compares what they play.
TEST_CASE("Lanes draw the numbers of this version of kernels", "[playouts][gpu]") {
  CHECK(TSJ_GPU_VERSION == 1);
  constexpr std::uint64_t seed = 7;
  play_watched(seed);
  CHECK(first_tick.seeded ==
        Words{0x9c01479161bc5d78, 0x68bffcd4b372ef48, 0xff2a2af97c9c6861, 0x19f4e3db116503dc});
  CHECK(first_tick.seeded == runtime::Rng(seed, 0).words());
  REQUIRE(first_tick.drawn.size() >= 4);
  first_tick.drawn.resize(4);
  CHECK(first_tick.drawn == std::vector<std::uint64_t>{0x523ad8420c17588d, 0x515e1f71db21205f,
                                                       0x01354cb7e8d92761, 0x4ef09417b5e3538c});
}
