// A GPU whose kernels are compiled while the processor plays: whoever plays a block, and whatever
// goes wrong meanwhile, all counts are those of the processor alone.
#include "runtime/host/game/stop.h"
#include "runtime/host/gpu/gpu_playouts.h"
#include "runtime/host/memory/background.h"
#include "runtime/host/playouts/lane_playouts.h"
#include "tests/unit/support/emulated_gpu.h"
#include "tests/unit/support/gpu_example.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <latch>
#include <limits>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace tesuji;
using runtime::GpuStates;
using runtime::SimulationOptions;
using runtime::SimulationResult;
using tests::check_same;
using tests::first_states;
using tests::GpuExample;

namespace {

/// Of the player that is watched.
tsj_lane_function watched_goals = nullptr;
std::atomic<std::uint64_t> goal_calls{0};
std::function<void(std::uint64_t call)> at_goals;

/// Calls `at` before lanes of the processor evaluate goals, with the number of the call, from 1;
/// each block does at least once. For one player at a time.
void watch_goals(runtime::LanePlayer& player, std::function<void(std::uint64_t call)> at) {
  if (player.code.goals != nullptr && watched_goals == nullptr) {
    watched_goals = player.code.goals;
  }
  goal_calls = 0;
  at_goals = std::move(at);
  player.code.goals = [](std::uint64_t* state, std::uint64_t* control, std::uint64_t* random,
                         std::uint64_t* answers, std::uint64_t* scratch) {
    at_goals(++goal_calls);
    watched_goals(state, control, random, answers, scratch);
  };
}

/// A game whose GPU is not ready before `ready()`.
struct Scene {
  tests::EmulatedDriver& driver = tests::reset_emulated_driver();
  std::shared_ptr<std::latch> compiler = std::make_shared<std::latch>(1);
  GpuExample example;

  explicit Scene(const std::string& name) : example(name) {
    watched_goals = nullptr;
    reset();
  }
  ~Scene() { ready(); }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// Begins to compile again.
  void reset(const runtime::GpuOpening& opening = {}) {
    drop_device();
    compiler = std::make_shared<std::latch>(1);
    driver.compiler = compiler;
    driver.loads = 0;
    driver.launches = 0;
    driver.failures = 0;
    example.reset_device(GpuStates::chosen, {}, opening);
  }

  /// Ends all that the driver does for the last one.
  void drop_device() {
    ready();
    example.on_gpu.device.reset();
    runtime::end_background_works();
  }

  void ready() {
    if (!compiler->try_wait()) compiler->count_down();
  }

  /// Lets the GPU be ready at a call of goals, where all of the processor's threads wait until it
  /// has begun to play, or has failed.
  void ready_at(std::uint64_t moment) {
    watch_goals(example.on_gpu, [this, moment](std::uint64_t call) {
      if (call < moment) return;
      if (call == moment) ready();
      while (driver.launches == 0 && driver.failures == 0) std::this_thread::yield();
    });
  }

  /// Waits until the driver compiles.
  void wait_for_compiler() const {
    while (driver.loads == 0) std::this_thread::yield();
  }
};

constexpr std::uint64_t playouts = 40'000;  // 40 blocks

/// How often the processor evaluates goals when it plays alone.
std::uint64_t calls_of(GpuExample& example, const runtime::State& starts,
                       const SimulationOptions& options) {
  runtime::LanePlayer player = example.player;
  watch_goals(player, [](std::uint64_t) {});
  static_cast<void>(simulate_in_lanes(player, starts, options));
  return goal_calls;
}

runtime::State initial_of(const GpuExample& example) {
  const runtime::StateView state = example.player.game->initial();
  return {state.begin(), state.end()};
}

}  // namespace

TEST_CASE("a GPU takes the blocks that are left when it is ready", "[gpu]") {
  Scene scene(GENERATE("hexapawn3", "noughts-and-crosses"));
  SimulationOptions options;
  options.playouts = playouts;
  options.threads = GENERATE(1, 3);
  const SimulationResult expected = simulate_in_lanes(scene.example.player, options);
  const std::uint64_t calls = calls_of(scene.example, initial_of(scene.example), options);
  REQUIRE(calls > 100);
  for (const std::uint64_t moment :
       {std::uint64_t{1}, std::uint64_t{2}, calls / 10, calls / 3, calls / 2, calls * 4 / 5}) {
    CAPTURE(moment, calls);
    scene.reset();
    scene.ready_at(moment);
    std::atomic<std::uint64_t> progress = 0;
    options.progress = &progress;
    const SimulationResult result = simulate_in_lanes(scene.example.on_gpu, options);
    CHECK(progress == playouts);
    CHECK(scene.example.on_gpu.device->fault().empty());
    CHECK(result.on_device > 0);
    CHECK(result.on_device < playouts);
    CHECK(scene.example.on_gpu.device->report().ready);
    CHECK(scene.example.on_gpu.device->report().transitions < expected.statistics.steps);
    check_same(result, expected);
  }
}

TEST_CASE("a GPU that is ready late has nothing to do", "[gpu]") {
  Scene scene("hexapawn3");
  SimulationOptions options;
  options.playouts = playouts;
  const SimulationResult expected = simulate_in_lanes(scene.example.player, options);
  const std::uint64_t calls = calls_of(scene.example, initial_of(scene.example), options);
  SECTION("in the last block") {
    watch_goals(scene.example.on_gpu, [&](std::uint64_t call) {
      if (call == calls) scene.ready();
    });
  }
  SECTION("never") {
    watch_goals(scene.example.on_gpu, [](std::uint64_t) {});
  }
  const SimulationResult result = simulate_in_lanes(scene.example.on_gpu, options);
  CHECK(result.on_device == 0);
  CHECK(scene.driver.launches == 0);
  CHECK(scene.example.on_gpu.device->fault().empty());
  check_same(result, expected);
}

TEST_CASE("a GPU that is ready plays alone", "[gpu]") {
  Scene scene("hexapawn3");
  CHECK_FALSE(scene.example.on_gpu.device->plays_alone(1));
  scene.ready();
  while (!scene.example.on_gpu.device->plays_alone(1)) std::this_thread::yield();
  watch_goals(scene.example.on_gpu, [](std::uint64_t) {});
  SimulationOptions options;
  options.playouts = playouts;
  const SimulationResult result = simulate_in_lanes(scene.example.on_gpu, options);
  CHECK(result.on_device == playouts);
  CHECK(goal_calls == 0);
  check_same(result, simulate_in_lanes(scene.example.player, options));
}

TEST_CASE("a GPU takes blocks of many start states when it is ready", "[gpu]") {
  Scene scene("noughts-and-crosses");
  const runtime::State starts = first_states(*scene.example.player.game, 300);
  SimulationOptions options;
  options.playouts = GENERATE(20, 100, 200);
  options.threads = GENERATE(1, 2);
  const auto expected = simulate_in_lanes(scene.example.player, starts, options);
  const std::uint64_t calls = calls_of(scene.example, starts, options);
  for (const std::uint64_t moment : {calls / 8, calls / 2}) {
    CAPTURE(moment, calls);
    scene.reset({.many_starts = moment == calls / 2});
    scene.ready_at(moment);
    const auto results = simulate_in_lanes(scene.example.on_gpu, starts, options);
    CHECK(scene.example.on_gpu.device->fault().empty());
    REQUIRE(results.size() == expected.size());
    std::uint64_t on_device = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
      CAPTURE(i);
      check_same(results[i], expected[i]);
      CHECK(results[i].on_device <= results[i].statistics.playouts);
      on_device += results[i].on_device;
    }
    CHECK(on_device > 0);
  }
}

TEST_CASE("where a GPU fails beside the processor, the processor plays its blocks", "[gpu][slow]") {
  Scene scene("hexapawn3");
  SimulationOptions options;
  options.playouts = playouts;
  options.threads = GENERATE(1, 2);
  const SimulationResult expected = simulate_in_lanes(scene.example.player, options);
  const std::string function = GENERATE(
      "context_push", "module_load", "module_function", "module_global", "occupancy", "memory_info",
      "allocate", "fill", "to_device", "from_device", "stream_create", "stream_wait", "launch");
  for (const int before : {0, 1}) {
    CAPTURE(function, before);
    scene.drop_device();
    scene.driver.failing = function;
    scene.driver.calls_before = before;
    scene.driver.error = 700;
    scene.reset();
    scene.ready_at(100);
    std::atomic<std::uint64_t> progress = 0;
    options.progress = &progress;
    const SimulationResult result = simulate_in_lanes(scene.example.on_gpu, options);
    runtime::end_background_works();  // playouts may end before the failure is recorded
    CHECK(progress == playouts);
    check_same(result, expected);
    const bool failed = scene.driver.failures != 0;
    if (before == 0) CHECK(failed);  // some functions are called but once
    CHECK(scene.example.on_gpu.device->fault().empty() != failed);
    CHECK((result.on_device == 0) == failed);
    scene.driver.failing.clear();
    CHECK(tests::emulated_contexts() == 0);
  }
  scene.example.on_gpu.device.reset();
  CHECK(scene.driver.allocations == 0);
  CHECK_FALSE(scene.driver.freed_in_use);
}

TEST_CASE("a run that is stopped does not wait for the driver's compiler", "[gpu]") {
  Scene scene("hexapawn3");
  SimulationOptions options;
  options.playouts = std::numeric_limits<std::uint64_t>::max();
  std::atomic<bool> stop = false;
  SECTION("by its caller") {
    options.stop = &stop;
    watch_goals(scene.example.on_gpu, [&](std::uint64_t call) {
      scene.wait_for_compiler();
      stop = call >= 500;
    });
  }
  SECTION("by time") {
    options.seconds = 0.05;
    watch_goals(scene.example.on_gpu, [&](std::uint64_t) { scene.wait_for_compiler(); });
  }
  const SimulationResult result = simulate_in_lanes(scene.example.on_gpu, options);
  CHECK(result.statistics.playouts > 0);
  CHECK(result.statistics.terminal == result.statistics.playouts);
  CHECK(result.on_device == 0);
  CHECK(scene.driver.launches == 0);
  CHECK(scene.example.on_gpu.device->fault().empty());
  CHECK_FALSE(scene.example.on_gpu.device->report().ready);
  // What compiles is left behind, and ends by itself.
  runtime::leave_background_works(true);
  scene.example.on_gpu.device.reset();
  runtime::leave_background_works(false);
  CHECK(runtime::background_works() == 1);
  CHECK(scene.driver.loads == 1);
  scene.ready();
  runtime::end_background_works();
  CHECK(tests::emulated_contexts() == 0);
}

TEST_CASE("where works are not left, the end of a game waits for the driver's compiler", "[gpu]") {
  Scene scene("hexapawn3");
  scene.wait_for_compiler();
  std::atomic<bool> compiled = false;
  const std::jthread compiler([&] {
    std::this_thread::yield();
    compiled = true;
    scene.ready();
  });
  scene.example.on_gpu.device.reset();
  CHECK(compiled);
}

TEST_CASE("a run that is stopped while its GPU plays has counted what is over", "[gpu]") {
  Scene scene("hexapawn3");
  SimulationOptions options;
  options.playouts = std::numeric_limits<std::uint64_t>::max();
  std::atomic<bool> stop = false;
  options.stop = &stop;
  watch_goals(scene.example.on_gpu, [&](std::uint64_t call) {
    if (call < 100) return;
    if (call == 100) scene.ready();
    while (scene.driver.launches == 0) std::this_thread::yield();
    stop = true;
  });
  const SimulationResult result = simulate_in_lanes(scene.example.on_gpu, options);
  CHECK(scene.example.on_gpu.device->fault().empty());
  CHECK(result.on_device > 0);
  CHECK(result.on_device < result.statistics.playouts);
  CHECK(result.statistics.terminal == result.statistics.playouts);
}

TEST_CASE("what fails when kernels are made is thrown, whoever plays", "[gpu]") {
  Scene scene("hexapawn3");
  const auto device = std::make_shared<const runtime::GpuDevice>(tests::emulated_functions());
  const runtime::GpuCodeMaker make_none = [](bool, const std::stop_token&) -> runtime::GpuCode {
    throw std::logic_error("as the test wants it");
  };
  CHECK_THROWS_WITH(runtime::gpu_lanes(device, make_none, {}, {.alone = true}),
                    "as the test wants it");
  runtime::LanePlayer player = scene.example.player;
  player.device = runtime::gpu_lanes(device, make_none);
  SimulationOptions options;
  options.playouts = std::numeric_limits<std::uint64_t>::max();
  CHECK_THROWS_WITH(simulate_in_lanes(player, options), "as the test wants it");
}

TEST_CASE("where kernels cannot be made, the processor plays all", "[gpu]") {
  Scene scene("hexapawn3");
  runtime::LanePlayer player = scene.example.player;
  player.device =
      runtime::gpu_lanes(std::make_shared<const runtime::GpuDevice>(tests::emulated_functions()),
                         [](bool, const std::stop_token&) -> runtime::GpuCode {
                           throw runtime::LimitReached("no memory for kernels");
                         });
  SimulationOptions options;
  options.playouts = playouts;
  const SimulationResult expected = simulate_in_lanes(scene.example.player, options);
  for (int run = 0; run < 2; ++run) {
    const SimulationResult result = simulate_in_lanes(player, options);
    check_same(result, expected);
    CHECK(result.on_device == 0);
  }
  while (player.device->fault().empty()) std::this_thread::yield();
  CHECK(player.device->fault() == "no memory for kernels");
}

TEST_CASE("kernels are not made for a game that nobody needs any more", "[gpu]") {
  Scene scene("hexapawn3");
  scene.ready();  // or the device that is replaced may wait for its compiler
  std::latch begun(1);
  std::atomic<bool> stopped = false;
  scene.example.on_gpu.device =
      runtime::gpu_lanes(std::make_shared<const runtime::GpuDevice>(tests::emulated_functions()),
                         [&](bool, const std::stop_token& stop) -> runtime::GpuCode {
                           begun.count_down();
                           while (!stop.stop_requested()) std::this_thread::yield();
                           stopped = true;
                           throw runtime::Stopped();
                         });
  begun.wait();
  scene.example.on_gpu.device.reset();
  while (!stopped) std::this_thread::yield();
  runtime::end_background_works();
  CHECK(tests::emulated_contexts() == 0);
}

TEST_CASE("runs of several threads play one after the other on a GPU", "[gpu]") {
  Scene scene("hexapawn3");
  watch_goals(scene.example.on_gpu, [&](std::uint64_t call) {
    if (call == 50) scene.ready();
  });
  SimulationOptions options;
  options.playouts = playouts;
  const SimulationResult expected = simulate_in_lanes(scene.example.player, options);
  std::vector<SimulationResult> results(4);
  {
    std::vector<std::jthread> callers;
    for (SimulationResult& result : results) {
      callers.emplace_back([&] { result = simulate_in_lanes(scene.example.on_gpu, options); });
    }
  }
  CHECK(scene.example.on_gpu.device->fault().empty());
  for (const SimulationResult& result : results) check_same(result, expected);
}
