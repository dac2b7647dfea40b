// Kernels for GPUs in plugins: those of the rulesheet, and the same counts.
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/mixed.h"
#include "backend/driver/games/plugin.h"
#include "backend/llvm/gpu/gpu_lanes.h"
#include "backend/open/batch_game.h"
#include "backend/plugins/host/batch.h"
#include "backend/plugins/host/game.h"
#include "backend/plugins/make/compile_plugin.h"
#include "tests/unit/support/emulated_gpu.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/gpu_example.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <array>
#include <fstream>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace tesuji::tests {
namespace {

/// The game of a plugin of jit code that was compiled with `--batch`.
std::shared_ptr<const runtime::Game> load_plugin(
    const std::string& path, bool gpu, const driver::Options& options,
    runtime::GpuStates states = runtime::GpuStates::chosen) {
  driver::Session session;
  driver::PluginOptions wanted;
  wanted.batch = true;
  wanted.gpu = gpu;
  wanted.gpu_states = states;
  constexpr std::array forms = {driver::PluginForm::library};
  const auto files = driver::compile_plugin(path, options, wanted, forms, session);
  INFO(session.diagnostics.render());
  REQUIRE(files);
  const Folder folder;
  const std::string library = folder.path / "game.so";
  std::ofstream(library, std::ios::binary) << files->front();
  const auto loaded = driver::load_plugin(library, session);
  INFO(session.diagnostics.render());
  REQUIRE(loaded);
  CHECK(driver::inspect_plugin(library, session)->gpu == gpu);
  return loaded->game;
}

/// The programs of lanes on the states of the plugin's matchers.
ir::LaneGame lanes_of(const std::string& path, const driver::Options& options) {
  driver::Session session;
  const auto source = driver::load_source(path, session);
  REQUIRE(source);
  std::string reason;
  const auto ground = driver::ground_for_lanes(*source, options, session, reason, false);
  REQUIRE(ground);
  const auto matchers = driver::source_game(*source, path, options, session);
  REQUIRE(matchers);
  const auto placed = driver::place_on(*ground, *matchers);
  REQUIRE(placed);
  return driver::make_lane_game(*placed);
}

/// Without remarks, in which LLVM counts calls from module to module.
std::vector<std::string> plain_texts(std::vector<std::string> modules) {
  for (std::string& module : modules) {
    module = std::regex_replace(module, std::regex("// callseq [0-9, ]*"), "");
  }
  return modules;
}

void check_same_code(const runtime::GpuCode& a, const runtime::GpuCode& b) {
  CHECK(plain_texts(a.modules) == plain_texts(b.modules));
  CHECK(a.kernel == b.kernel);
  CHECK(a.tile_words == b.tile_words);
  CHECK(a.pattern_words == b.pattern_words);
  CHECK(a.compiled_quickly == b.compiled_quickly);
  REQUIRE(a.parts.size() == b.parts.size());
  for (std::size_t phase = 0; phase < a.parts.size(); ++phase) {
    REQUIRE(a.parts[phase].size() == b.parts[phase].size());
    for (std::size_t i = 0; i < a.parts[phase].size(); ++i) {
      CHECK(a.parts[phase][i].module == b.parts[phase][i].module);
      CHECK(a.parts[phase][i].kernel == b.parts[phase][i].kernel);
    }
  }
}

}  // namespace

TEST_CASE("plugins hold the kernels of their game, which count the same", "[plugin][gpu][slow]") {
  reset_emulated_driver();
  const std::string name = GENERATE("hexapawn3", "goofspiel", "connect-four");
  CAPTURE(name);
  const std::string path = source_dir() + "/examples/" + name + ".kif";
  driver::Options options;
  options.engine = driver::Engine::jit;
  const auto states = GENERATE(runtime::GpuStates::chosen, runtime::GpuStates::in_tiles);
  const auto game = load_plugin(path, true, options, states);
  const ir::LaneGame lanes = lanes_of(path, options);
  for (const bool many_starts : {false, true}) {
    CAPTURE(many_starts);
    const runtime::GpuCode code = plugin::gpu_code(*game, many_starts);
    REQUIRE_FALSE(code.modules.empty());
    CHECK(code.modules.front().find(".entry " + code.kernel) != std::string::npos);
    CHECK(code.parts.empty() == (states == runtime::GpuStates::chosen));
    check_same_code(code, llvm_backend::compile_gpu_lanes(lanes, many_starts, {}, {}, states));
  }

  std::string reason;
  std::optional<runtime::LanePlayer> player = plugin::gpu_player(game, reason);
  INFO(reason);
  REQUIRE(player);
  const GpuExample example(name);
  runtime::SimulationOptions wanted;
  wanted.playouts = 5000;
  const auto expected = simulate_in_lanes(example.player, wanted);
  check_same(simulate_in_lanes(*player, wanted), expected);
  player->device =
      runtime::gpu_lanes(std::make_shared<const runtime::GpuDevice>(emulated_functions()),
                         emulated_code(lanes, states), {}, {.alone = true});
  const auto result = simulate_in_lanes(*player, wanted);
  CHECK(result.on_device == wanted.playouts);
  check_same(result, expected);
  const runtime::State starts = first_states(*game, 40);
  wanted.playouts = 60;
  const auto results = simulate_in_lanes(*player, starts, wanted);
  player->device = nullptr;
  const auto on_processor = simulate_in_lanes(*player, starts, wanted);
  REQUIRE(results.size() == on_processor.size());
  for (std::size_t i = 0; i < results.size(); ++i) check_same(results[i], on_processor[i]);
}

TEST_CASE("plugins without kernels say so", "[plugin][gpu]") {
  const std::string path = source_dir() + "/examples/hexapawn3.kif";
  driver::Options options;
  options.engine = driver::Engine::jit;
  const auto game = load_plugin(path, false, options);
  CHECK(plugin::plugin_of(*game)->gpu == nullptr);
  std::string reason;
  CHECK_FALSE(plugin::gpu_player(game, reason));
  tesuji::tests::check_words(reason);
}

}  // namespace tesuji::tests
