#include "tests/unit/support/gpu_example.h"

#include "backend/driver/games/lanes.h"
#include "backend/driver/games/mixed.h"
#include "runtime/host/playouts/reachable_states.h"
#include "tests/unit/support/emulated_gpu.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>

namespace tesuji::tests {

using runtime::SimulationResult;

GpuExample::GpuExample(const std::string& name, runtime::GpuStates states) {
  const bool is_path = name.find('/') != std::string::npos;
  const auto source =
      driver::load_source(is_path ? name : source_dir() + "/examples/" + name + ".kif", session);
  REQUIRE(source);
  std::string reason;
  const auto ground = driver::ground_for_lanes(*source, {}, session, reason, false);
  INFO(reason);
  REQUIRE(ground);
  lanes = driver::make_lane_game(*ground);
  player = driver::compile_lanes(*ground, lanes, driver::evaluate_game(*ground), 1, {});
  reset_device(states);
}

void GpuExample::reset_device(runtime::GpuStates states, const runtime::GpuLimits& limits,
                              const runtime::GpuOpening& opening) {
  on_gpu = player;
  runtime::GpuCodeMaker& maker = makers_[states];
  if (!maker) maker = emulated_code(lanes, states);
  on_gpu.device = runtime::gpu_lanes(
      std::make_shared<const runtime::GpuDevice>(emulated_functions()), maker, limits, opening);
}

void check_same(const SimulationResult& a, const SimulationResult& b) {
  CHECK(a.statistics.playouts == b.statistics.playouts);
  CHECK(a.statistics.terminal == b.statistics.terminal);
  CHECK(a.statistics.cut == b.statistics.cut);
  CHECK(a.statistics.stuck == b.statistics.stuck);
  CHECK(a.statistics.steps == b.statistics.steps);
  CHECK(a.statistics.goals_missing == b.statistics.goals_missing);
  CHECK(a.statistics.goal_sums == b.statistics.goal_sums);
  CHECK(a.statistics.goal_counts == b.statistics.goal_counts);
  CHECK(a.shortest == b.shortest);
  CHECK(a.longest == b.longest);
}

/// The first `count` states that a play comes to, from the initial one on; finished ones, too.
runtime::State first_states(const runtime::Game& game, std::size_t count) {
  runtime::ReachOptions options;
  options.max_states = 4 * count;
  const auto found = runtime::ReachableStates::find(game, options);
  runtime::State states;
  for (runtime::ReachableStates::Index i = 0; i < std::min<std::size_t>(count, found.size()); ++i) {
    const runtime::StateView state = found.state(i);
    states.insert(states.end(), state.begin(), state.end());
  }
  return states;
}

}  // namespace tesuji::tests
