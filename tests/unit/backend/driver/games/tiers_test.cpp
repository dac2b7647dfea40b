// Tiers that take over from each other answer alike, and end when they are let go.
#include "backend/driver/games/tiers.h"
#include "tests/property/switching.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/playout_digest.h"

#include <catch2/catch.hpp>

#include <memory>
#include <optional>
#include <string>

using namespace tesuji;
using tests::playout_digest;

namespace {

std::optional<driver::LoadedGame> load(const std::string& name, driver::Engine engine,
                                       driver::Session& session,
                                       double patience = driver::forever) {
  driver::Options options;
  options.engine = engine;
  options.patience = patience;
  return driver::load_game(tests::source_dir() + "/examples/" + name + ".kif", options, session);
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
  const std::string expected = playout_digest(*interpreted->game);
  CHECK(playout_digest(*tiers->game) == expected);
  REQUIRE(tiers->tiers->wait(100));
  CHECK(tiers->tiers->failure().empty());
  const auto ready = tiers->tiers->ready();
  REQUIRE(ready.size() >= 3);
  CHECK(ready[0].tier == "stencils");
  CHECK(ready[1].tier == "fast");
  CHECK(ready[2].tier == "optimised");
  CHECK(ready[1].seconds <= ready[2].seconds);
  if (ready.size() > 3) CHECK(ready[3].tier == "net");
  CHECK(ready.size() <= 4);
  CHECK(playout_digest(*tiers->game) == expected);
}

TEST_CASE("The fastest engines are waited for as long as the options say", "[tiers]") {
  const std::string name = GENERATE("noughts-and-crosses", "nim", "kuhn-poker");
  driver::Session session;
  const auto interpreted = load(name, driver::Engine::interpreter, session);
  const auto impatient = load(name, driver::Engine::automatic, session, 0);
  const auto patient = load(name, driver::Engine::automatic, session, 1000);
  const auto at_once = load(name, driver::Engine::automatic, session);
  REQUIRE(interpreted);
  REQUIRE(impatient);
  REQUIRE(patient);
  REQUIRE(at_once);
  CHECK(patient->tiers == nullptr);
  // Which engines play depends on the clock, beside other work; what they play does not.
  CHECK(playout_digest(*patient->game) == playout_digest(*at_once->game));
  const std::string expected = playout_digest(*interpreted->game);
  CHECK(playout_digest(*patient->game) == expected);
  // What plays meanwhile becomes faster, with the states that it has.
  REQUIRE(impatient->tiers);
  CHECK(playout_digest(*impatient->game) == expected);
  REQUIRE(impatient->tiers->wait(100));
  CHECK(impatient->tiers->failure().empty());
  CHECK(impatient->tiers->ready().back().tier == "net");
  CHECK(playout_digest(*impatient->game) == expected);
}

TEST_CASE("Tiers are let go while they compile, and the game goes on", "[tiers]") {
  driver::Session session;
  std::shared_ptr<const runtime::Game> game;
  {
    const auto tiers = load("hexapawn3", driver::Engine::tiers, session);
    REQUIRE(tiers);
    game = tiers->game;
  }
  CHECK(playout_digest(*game) ==
        playout_digest(*load("hexapawn3", driver::Engine::interpreter, session)->game));
}

TEST_CASE("Large nets are evaluated until their native code is ready", "[tiers]") {
  const std::string name = GENERATE("noughts-and-crosses", "nim", "hexapawn3");
  driver::Session session;
  const auto interpreted = load(name, driver::Engine::interpreter, session);
  REQUIRE(interpreted);
  driver::Options options;
  options.engine = driver::Engine::net_jit;
  auto ground = driver::load_net(tests::source_dir() + "/examples/" + name + ".kif", options, {},
                                 session);
  REQUIRE(ground);
  driver::specialise(*ground, options);
  CHECK_FALSE(driver::load_native_net(*ground, options).tiers);
  const driver::LoadedGame later = driver::load_native_net(*ground, options, 0);
  REQUIRE(later.tiers);
  CHECK(later.tiers->ready().size() == 1);
  CHECK(later.tiers->ready()[0].tier == "interpreter of the net");
  CHECK(later.tiers->outlook().find("gates") != std::string::npos);
  const std::string expected = playout_digest(*interpreted->game);
  CHECK(playout_digest(*later.game) == expected);
  REQUIRE(later.tiers->wait(100));
  CHECK(later.tiers->failure().empty());
  REQUIRE(later.tiers->ready().size() == 2);
  CHECK(later.tiers->ready()[1].tier == "native net");
  CHECK(playout_digest(*later.game) == expected);
}

TEST_CASE("One engine takes over from the other at every question", "[tiers]") {
  const std::string name = GENERATE("noughts-and-crosses", "nim", "hexapawn3", "kuhn-poker");
  driver::Session session;
  const auto interpreted = load(name, driver::Engine::interpreter, session);
  REQUIRE(interpreted);
  CHECK(playout_digest(*tests::switching_game(interpreted->module)) ==
        playout_digest(*interpreted->game));
}
