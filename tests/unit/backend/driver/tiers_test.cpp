// Tiers that take over from each other answer alike, and end when they are let go.
#include "backend/driver/games/tiers.h"
#include "runtime/host/playouts/playout.h"
#include "tests/property/switching.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <memory>
#include <optional>
#include <string>

using namespace tesuji;

namespace {

std::optional<driver::LoadedGame> load(const std::string& name, driver::Engine engine,
                                       driver::Session& session) {
  driver::Options options;
  options.engine = engine;
  return driver::load_game(tests::source_dir() + "/examples/" + name + ".kif", options, session);
}

/// What random games come to.
std::string digest(const runtime::Game& game) {
  runtime::PlayoutOptions options;
  options.count = 50;
  const auto result = runtime::run_playouts(game, options);
  std::string text = std::to_string(result.steps) + " " + std::to_string(result.terminal);
  for (const auto sum : result.goal_sums) text += " " + std::to_string(sum);
  return text;
}

}  // namespace

TEST_CASE("Tiers become native code and go on with the same game", "[tiers]") {
  const std::string name = GENERATE("noughts-and-crosses", "nim", "hexapawn3");
  driver::Session session;
  const auto interpreted = load(name, driver::Engine::interpreter, session);
  const auto tiers = load(name, driver::Engine::tiers, session);
  REQUIRE(interpreted);
  REQUIRE(tiers);
  REQUIRE(tiers->tiers);
  const std::string expected = digest(*interpreted->game);
  CHECK(digest(*tiers->game) == expected);
  REQUIRE(tiers->tiers->wait(100));
  CHECK(tiers->tiers->failure().empty());
  const auto ready = tiers->tiers->ready();
  REQUIRE(ready.size() >= 3);
  CHECK(ready[0].tier == "interpreter");
  CHECK(ready[1].tier == "fast");
  CHECK(ready[2].tier == "optimised");
  CHECK(ready[1].seconds <= ready[2].seconds);
  if (ready.size() > 3) CHECK(ready[3].tier == "net");
  CHECK(ready.size() <= 4);
  CHECK(digest(*tiers->game) == expected);
}

TEST_CASE("Tiers are let go while they compile, and the game goes on", "[tiers]") {
  driver::Session session;
  std::shared_ptr<const runtime::Game> game;
  {
    const auto tiers = load("hexapawn3", driver::Engine::tiers, session);
    REQUIRE(tiers);
    game = tiers->game;
  }
  CHECK(digest(*game) == digest(*load("hexapawn3", driver::Engine::interpreter, session)->game));
}

TEST_CASE("One engine takes over from the other at every question", "[tiers]") {
  const std::string name = GENERATE("noughts-and-crosses", "nim", "hexapawn3", "kuhn-poker");
  driver::Session session;
  const auto interpreted = load(name, driver::Engine::interpreter, session);
  REQUIRE(interpreted);
  CHECK(digest(*tests::switching_game(interpreted->module)) == digest(*interpreted->game));
}
