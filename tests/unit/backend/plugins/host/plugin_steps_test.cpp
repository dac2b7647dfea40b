// Games side by side by plugins that were compiled with code for lanes: recorded games, and the
// same steps as one game after the other.
#include "backend/plugins/make/plugin_steps.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/mixed.h"
#include "backend/open/vector_game.h"
#include "runtime/host/steps/single_vector.h"
#include "tests/corpus/corpus_files.h"
#include "tests/property/plugin_game.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/vector_digest.h"
#include "tests/unit/support/vector_replay.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace tesuji::tests {
namespace {

using driver::Engine;

/// A plugin of a sheet in a folder of its own.
struct PluginFile {
  PluginFile(const std::string& sheet, Engine engine, bool batch = true) {
    std::ostringstream text;
    text << std::ifstream(sheet).rdbuf();
    std::ofstream(path(), std::ios::binary) << compile_plugin(text.str(), engine, {}, batch);
  }
  [[nodiscard]] std::string path() const { return folder.path / "game.so"; }
  Folder folder;
};

std::string example_path(const std::string& name) {
  return source_dir() + "/examples/" + name + ".kif";
}

driver::VectorGame load_vectors(const PluginFile& file, std::uint32_t blocks, bool joint = false) {
  driver::Session session;
  auto game = driver::load_vector_game(file.path(), blocks, joint, {}, session);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  return std::move(*game);
}

}  // namespace

TEST_CASE("Plugins replay the examples' traces in lanes", "[steps][plugin]") {
  for (const char* name : {"noughts-and-crosses", "monty-hall", "goofspiel", "kuhn-poker"}) {
    const std::string trace = source_dir() + "/tests/traces/" + name + ".trace.json";
    for (const Engine engine : {Engine::jit, Engine::net_jit, Engine::automatic}) {
      const PluginFile file(example_path(name), engine);
      for (const std::uint32_t lanes : {0U, 64U}) {
        CAPTURE(name, static_cast<int>(engine), lanes);
        const VectorReplay report = replay_in_vector(file.path(), trace, 70, lanes, false, 2);
        CHECK(report.skipped.empty());
        CHECK(report.difference.empty());
        CHECK(report.states > 70);
        CHECK(report.ends > 0);
        const driver::VectorGame widest = load_vectors(file, 0);
        INFO(widest.reason);
        REQUIRE(widest.lanes);
        CHECK(report.lanes == (lanes == 0 ? 64 * widest.lanes->code.blocks : lanes));
      }
    }
  }
}

TEST_CASE("Plugins replay traces of the corpus in lanes", "[steps][plugin][corpus][slow]") {
  const std::string corpus = shared_dir() + "/corpus/dev/";
  if (!have_corpus(corpus)) return;
  for (const char* name : {"connectFour", "eightPuzzle", "2pffa", "3pConnectFour", "blocker",
                           "biddingTicTacToe", "roshambo2", "nim1"}) {
    for (const Engine engine : {Engine::jit, Engine::net_jit}) {
      CAPTURE(name, static_cast<int>(engine));
      const PluginFile file(corpus + name + ".kif", engine);
      const VectorReplay report =
          replay_in_vector(file.path(), corpus + name + ".trace.json", 200, 0, false, 1);
      CHECK(report.skipped.empty());
      CHECK(report.difference.empty());
      CHECK(report.states > 200);
      CHECK(report.lanes != 0);
    }
  }
}

// Run with `unit_tests "[.plugin-steps-corpus]"`; prints a line for each sheet and engine.
TEST_CASE("Plugins of every twelfth sheet of the corpus", "[.plugin-steps-corpus]") {
  const std::string corpus = shared_dir() + "/corpus/dev/";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    if (entry.path().extension() == ".kif") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  for (std::size_t i = 0; i < names.size(); i += 12) {
    for (const Engine engine : {Engine::jit, Engine::net_jit}) {
      CAPTURE(names[i], static_cast<int>(engine));
      const PluginFile file(corpus + names[i] + ".kif", engine);
      const VectorReplay report =
          replay_in_vector(file.path(), corpus + names[i] + ".trace.json", 128, 0, false, 1);
      CHECK(report.difference.empty());
      std::printf("%s: %zu states, %zu ends, %u lanes %s%s\n", names[i].c_str(), report.states,
                  report.ends, report.lanes, report.skipped.c_str(), report.difference.c_str());
      std::fflush(stdout);
    }
  }
}

TEST_CASE("A plugin's steps in lanes are those of its games one after the other",
          "[steps][plugin][slow]") {
  for (const char* name : {"noughts-and-crosses", "connect-four", "goofspiel", "breakthrough"}) {
    for (const Engine engine : {Engine::jit, Engine::net_jit}) {
      CAPTURE(name, static_cast<int>(engine));
      const PluginFile file(example_path(name), engine);
      runtime::VectorOptions options;
      options.games = 150;
      options.seed = 4;
      options.step_limit = 30;
      const driver::VectorGame widest = load_vectors(file, 0);
      REQUIRE(widest.lanes);
      const auto single = runtime::make_single_vector(widest.tables, widest.control, options);
      const auto expected = digest(*single, 50);
      const auto found = driver::make_vector(widest, options);
      CHECK(found->shape().turns == single->shape().turns);
      CHECK(found->shape().actions == single->shape().actions);
      CHECK(digest(*found, 50) == expected);
      for (const std::uint32_t blocks : {1U, 4U}) {
        const driver::VectorGame narrow = load_vectors(file, blocks);
        if (!narrow.lanes) continue;  // the processor has no such words
        CHECK(narrow.lanes->code.blocks == blocks);
        CHECK(digest(*driver::make_vector(narrow, options), 50) == expected);
      }
    }
  }
}

TEST_CASE("Steps have the numbers of a plugin whose net answers legal, and plans the rest",
          "[steps][plugin]") {
  driver::Session session;
  driver::Options options;
  options.engine = Engine::interpreter;
  const std::string sheet = example_path("kuhn-poker");
  const auto source = driver::load_source(sheet, session);
  REQUIRE(source);
  const auto matchers = driver::source_game(*source, sheet, options, session);
  REQUIRE((matchers && matchers->layout));
  std::string reason;
  const auto ground = driver::ground_for_lanes(*source, options, session, reason, false);
  REQUIRE(ground);
  const auto placed = driver::place_on(*ground, *matchers);
  REQUIRE(placed);
  runtime::FirstAnswers answers;
  answers.next = false;
  const auto game = driver::mix(*placed, driver::evaluate_game(*placed), *matchers, answers);
  const runtime::GameTables plans = driver::make_tables(*matchers->module, *matchers->layout);
  const runtime::NetTables net = driver::make_net_tables(*placed);
  const auto numbers = driver::step_numbers(*game, &plans, &net, answers.legal, nullptr);
  std::size_t others = 0;
  for (std::size_t i = 0; i < net.moves.size(); ++i) {
    CHECK(numbers.find_move(net.moves[i]) == i);
    others += game->find_move(net.moves[i]) != i ? 1 : 0;
  }
  CHECK(others > 0);
  std::vector<llvm_backend::ObjectFile> objects;
  const auto steps = driver::make_plugin_steps(*placed, numbers, {}, objects, reason);
  CHECK(reason.empty());
  REQUIRE(steps);
  CHECK(steps->codes.size() == 3);
}

TEST_CASE("States of a plugin's vectors go out and come in again", "[steps][plugin]") {
  for (const Engine engine : {Engine::jit, Engine::net_jit}) {
    const PluginFile file(example_path("connect-four"), engine);
    const driver::VectorGame game = load_vectors(file, 0);
    REQUIRE(game.lanes);
    runtime::VectorOptions options;
    options.games = 77;
    const auto vector = driver::make_vector(game, options);
    RandomMoves moves(*vector);
    for (int step = 0; step < 9; ++step) {
      moves.draw(*vector);
      vector->step(moves.given);
    }
    const tsj_plugin& tables = *game.tables;
    const std::size_t words = tables.state_words;
    std::vector<std::uint64_t> states(options.games * words);
    vector->states(states.data());
    // Observations are the plugin's own fluents by number.
    std::vector<std::uint64_t> rows(options.games * vector->shape().state_words);
    vector->observe(rows.data());
    std::vector<std::uint64_t> bits(vector->shape().state_words);
    for (std::size_t i = 0; i < options.games; ++i) {
      REQUIRE(tables.check_state(&tables, states.data() + i * words) == TSJ_OK);
      tables.fluent_bits(&tables, states.data() + i * words, bits.data());
      CHECK(std::equal(bits.begin(), bits.end(), rows.data() + i * bits.size()));
    }
    vector->reset(1);
    std::size_t wrong = 0;
    REQUIRE(vector->set_states(states.data(), wrong));
    std::vector<std::uint64_t> again(states.size());
    vector->states(again.data());
    CHECK(states == again);
    std::vector<std::uint64_t> bad = states;
    bad[5 * words + words - 1] ^= std::uint64_t{1} << 63U;  // no fluent
    CHECK_FALSE(vector->set_states(bad.data(), wrong));
    CHECK(wrong == 5);
    vector->states(again.data());
    CHECK(states == again);
  }
}

TEST_CASE("Plugins without code for the lanes that are wanted say so", "[steps][plugin]") {
  const std::string sheet = example_path("noughts-and-crosses");
  const PluginFile without(sheet, Engine::jit, false);
  const driver::VectorGame single = load_vectors(without, 0);
  CHECK_FALSE(single.lanes);
  CHECK_THAT(single.reason, Catch::Contains("compile --batch"));
  const PluginFile file(sheet, Engine::jit);
  const driver::VectorGame joint = load_vectors(file, 0, true);
  CHECK_FALSE(joint.lanes);
  CHECK_THAT(joint.reason, Catch::Contains("one seat"));
  // They play all the same.
  runtime::VectorOptions options;
  options.games = 90;
  CHECK(digest(*driver::make_vector(single, options), 20) ==
        digest(*driver::make_vector(load_vectors(file, 0), options), 20));
  CHECK(driver::make_vector(joint, options)->shape().seats.size() == 2);
}

}  // namespace tesuji::tests
