// Playouts in lanes on a GPU, by an emulated one: the games of the processor's lanes, whatever goes
// wrong.
#include "runtime/host/gpu/gpu_playouts.h"
#include "backend/open/open_batch.h"
#include "runtime/host/playouts/lane_playouts.h"
#include "tests/unit/support/emulated_gpu.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/gpu_example.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <thread>
#include <vector>

using namespace tesuji;
using runtime::GpuStates;
using runtime::SimulationOptions;
using runtime::SimulationResult;
using tests::check_same;
using tests::first_states;
using tests::GpuExample;

namespace {

void check_same(const GpuExample& example, const SimulationOptions& options) {
  const SimulationResult expected = simulate_in_lanes(example.player, options);
  const SimulationResult result = simulate_in_lanes(example.on_gpu, options);
  INFO(example.on_gpu.device->fault());
  REQUIRE(example.on_gpu.device->fault().empty());
  CHECK(result.on_device == result.statistics.playouts);
  tests::check_same(result, expected);
}

}  // namespace

TEST_CASE("a GPU plays what lanes play", "[gpu][slow]") {
  tests::reset_emulated_driver();
  const std::string name =
      GENERATE("noughts-and-crosses", "connect-four", "hexapawn3", "goofspiel", "quarto");
  const GpuStates states =
      GENERATE(GpuStates::in_registers, GpuStates::on_stack, GpuStates::in_tiles);
  const GpuExample example(name, states);
  SimulationOptions options;
  options.seed = 5;
  for (const std::uint64_t playouts : {1, 63, 64, 1000, 40'000}) {
    CAPTURE(playouts);
    options.playouts = playouts;
    check_same(example, options);
  }
}

TEST_CASE("a GPU cuts games as lanes do", "[gpu]") {
  tests::reset_emulated_driver();
  const GpuExample example(GENERATE("breakthrough", "nim"));
  SimulationOptions options;
  options.playouts = 3000;
  for (const std::uint64_t limit : {1, 2, 31, 255, 256, 300}) {
    CAPTURE(limit);
    options.step_limit = limit;
    check_same(example, options);
  }
}

TEST_CASE("a GPU counts for each start state", "[gpu]") {
  tests::reset_emulated_driver();
  const GpuStates states =
      GENERATE(GpuStates::in_registers, GpuStates::on_stack, GpuStates::in_tiles);
  const GpuExample example(GENERATE("noughts-and-crosses", "hexapawn4", "goofspiel"), states);
  const runtime::State starts = first_states(*example.player.game, 300);
  SimulationOptions options;
  for (const std::uint64_t playouts : {1, 5, 47, 48, 200}) {
    CAPTURE(playouts);
    options.playouts = playouts;
    const auto expected = simulate_in_lanes(example.player, starts, options);
    const auto results = simulate_in_lanes(example.on_gpu, starts, options);
    REQUIRE(example.on_gpu.device->fault().empty());
    REQUIRE(results.size() == expected.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      CAPTURE(i);
      check_same(results[i], expected[i]);
    }
  }
}

TEST_CASE("games go on from launch to launch", "[gpu]") {
  tests::EmulatedDriver& driver = tests::reset_emulated_driver();
  GpuExample example("connect-four");
  runtime::GpuLimits limits;
  limits.launch_seconds = 1e-6;
  limits.lanes = GENERATE(1, 64, 4096);
  example.reset_device(GpuStates::chosen, limits);
  SimulationOptions options;
  options.playouts = 20'000;
  check_same(example, options);
  CHECK(driver.launches > 20);
  example.reset_device(GpuStates::chosen);
  CHECK(driver.allocations == 0);
}

TEST_CASE("a GPU stops when it is told to", "[gpu]") {
  tests::reset_emulated_driver();
  GpuExample example("hexapawn3");
  runtime::GpuLimits limits;
  limits.launch_seconds = 1e-4;
  example.reset_device(GpuStates::chosen, limits);
  SimulationOptions options;
  options.playouts = std::numeric_limits<std::uint64_t>::max();
  SECTION("after some time") {
    options.seconds = 0.05;
    const SimulationResult result = simulate_in_lanes(example.on_gpu, options);
    CHECK(example.on_gpu.device->fault().empty());
    CHECK(result.statistics.playouts > 1000);
    CHECK(result.statistics.terminal == result.statistics.playouts);
    CHECK(result.seconds < 5);
  }
  SECTION("at once") {
    std::atomic<bool> stop = true;
    options.stop = &stop;
    const SimulationResult result = simulate_in_lanes(example.on_gpu, options);
    CHECK(example.on_gpu.device->fault().empty());
    CHECK(result.statistics.playouts < 1'000'000);
  }
}

TEST_CASE("what is over counts where a GPU stops games that run", "[gpu][slow]") {
  tests::EmulatedDriver& driver = tests::reset_emulated_driver();
  const GpuStates states = GENERATE(GpuStates::on_stack, GpuStates::in_tiles);
  GpuExample example("breakthrough", states);
  runtime::GpuLimits limits;
  limits.launch_seconds = 1e-6;
  limits.stream_threads = 1;
  limits.lanes = 2 * 2048;
  example.reset_device(states, limits);
  SimulationOptions options;
  options.playouts = std::numeric_limits<std::uint64_t>::max();
  std::atomic<bool> stop = false;
  options.stop = &stop;
  std::thread waits([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop = true;
  });
  const SimulationResult result = simulate_in_lanes(example.on_gpu, options);
  waits.join();
  CHECK(example.on_gpu.device->fault().empty());
  CHECK(result.statistics.playouts > 0);
  CHECK(result.statistics.terminal == result.statistics.playouts);
  CHECK(result.statistics.goal_counts == std::vector<std::uint64_t>(2, result.statistics.playouts));
  CHECK(result.statistics.steps >= result.statistics.playouts * result.shortest);
  CHECK(result.statistics.steps <= result.statistics.playouts * result.longest);
  CHECK_FALSE(driver.freed_in_use);
}

TEST_CASE("a GPU counts playouts without moves", "[gpu]") {
  tests::reset_emulated_driver();
  tests::Folder folder;
  const std::string path = (folder.path / "stuck.kif").string();
  std::ofstream(path)
      << "(role w) (init (p 1)) (<= (legal w (go ?x)) (true (p ?x)) (true (q ?x)))\n"
         "(<= (next (p ?x)) (true (p ?x))) (<= (next (q ?x)) (does w (go ?x)))\n"
         "(<= terminal (true (q 2))) (<= (goal w 0) (true (p 1)))\n";
  const GpuExample example(path);
  SimulationOptions options;
  options.playouts = 300;
  check_same(example, options);
}

TEST_CASE("where a GPU fails, the processor plays", "[gpu]") {
  tests::EmulatedDriver& driver = tests::reset_emulated_driver();
  GpuExample example("hexapawn3");
  SimulationOptions options;
  options.playouts = 5000;
  const SimulationResult expected = simulate_in_lanes(example.player, options);
  const std::string function = GENERATE(
      "context_push", "module_load", "module_function", "module_global", "occupancy", "memory_info",
      "allocate", "fill", "to_device", "from_device", "stream_create", "stream_wait", "launch");
  for (int before = 0; before < 8; ++before) {
    CAPTURE(function, before);
    driver.failing = function;
    driver.calls_before = before;
    driver.error = 700;
    example.reset_device(GpuStates::chosen);
    const SimulationResult result = simulate_in_lanes(example.on_gpu, options);
    check_same(result, expected);
    const bool failed = driver.calls_before == 0 && !example.on_gpu.device->fault().empty();
    if (before == 0) CHECK(failed);
    if (failed) {
      CHECK_THAT(example.on_gpu.device->fault(), Catch::Contains("CUDA_ERROR_EMULATED"));
    }
    driver.failing.clear();
    CHECK(tests::emulated_contexts() == 0);
    // It is not asked again.
    check_same(simulate_in_lanes(example.on_gpu, options), expected);
  }
  example.on_gpu.device.reset();
  CHECK(driver.allocations == 0);
  CHECK_FALSE(driver.freed_in_use);
}

TEST_CASE("GPUs that cannot be used are refused", "[gpu]") {
  tests::EmulatedDriver& driver = tests::reset_emulated_driver();
  driver.failing = GENERATE("init", "device_count", "device_get", "device_name", "device_attribute",
                            "context_retain");
  driver.error = 100;
  CHECK_THROWS_AS(runtime::GpuDevice(tests::emulated_functions()), runtime::GpuError);
}

TEST_CASE("hosts may ask for a GPU", "[gpu]") {
  const std::string path = tests::source_dir() + "/examples/hexapawn3.kif";
  const driver::OpenedBatch opened = driver::open_batch(path, driver::on_gpu);
  REQUIRE(opened.batch);
  CHECK(opened.messages.empty());
  CHECK(opened.lanes >= 64);
  // Where this machine has none, it says why.
  CHECK(opened.gpu.empty() != opened.gpu_reason.empty());
  SimulationOptions options;
  options.playouts = 1000;
  const auto results = driver::simulate(*opened.batch, opened.game->initial(), 1, options);
  const driver::OpenedBatch lanes = driver::open_batch(path, 64);
  const auto expected = driver::simulate(*lanes.batch, lanes.game->initial(), 1, options);
  check_same(results.at(0), expected.at(0));
}
