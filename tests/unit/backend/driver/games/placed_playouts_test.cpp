// Many playouts of a net that shares its states with plans: by code whose states lie otherwise.
#include "runtime/host/game/placed_playouts.h"
#include "backend/driver/games/mixed.h"
#include "backend/driver/games/net.h"
#include "runtime/host/playouts/playout.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

using namespace tesuji;
using runtime::State;

namespace {

/// A net on the states of plans, and these plans.
struct Placed {
  driver::LoadedGame plans;
  driver::GroundGame ground;
  std::shared_ptr<const runtime::Game> game;
};

Placed place(const std::string& name, driver::Session& session) {
  const std::string path = tests::source_dir() + "/examples/" + name + ".kif";
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  auto plans = driver::load_game(path, options, session);
  REQUIRE(plans);
  auto clauses = driver::load_clauses(path, session);
  REQUIRE(clauses);
  auto ground = driver::ground_game(std::move(*clauses), {}, {}, session);
  REQUIRE(ground);
  driver::specialise(*ground, options);
  auto placed = driver::place_on(*ground, *plans);
  REQUIRE(placed);
  auto net = driver::compile_game(*placed, options);
  auto game = driver::mix(*placed, std::move(net), *plans, ground->answers());
  return {std::move(*plans), std::move(*placed), std::move(game)};
}

}  // namespace

TEST_CASE("A net on the states of plans plays many games in states of its own", "[net][llvm]") {
  const std::string name = GENERATE("noughts-and-crosses", "connect-four", "hexapawn4");
  CAPTURE(name);
  driver::Session session;
  const Placed placed = place(name, session);
  REQUIRE(placed.ground.unplaced);
  CHECK_FALSE(placed.ground.unplaced->lies_alike());
  runtime::Player asking(*placed.plans.game);
  runtime::Player playing(*placed.game);
  const std::size_t roles = placed.game->roles().size();
  runtime::ManyEnds none(roles);
  REQUIRE_FALSE(playing.play_many({placed.game->initial(), 7, 0, 10, 100}, none));
  placed.game->prepare_many();
  placed.game->prepare_many();
  // From the initial state, and from those that some moves lead to.
  State start(placed.game->initial().begin(), placed.game->initial().end());
  for (const std::uint64_t moves : {0, 2, 3}) {
    runtime::PlayoutStatistics expected;
    asking.play(start, runtime::Rng(3), moves, expected);
    start.assign(asking.state().begin(), asking.state().end());
    expected = {};
    for (std::uint64_t i = 0; i < 200; ++i) {
      asking.play(start, runtime::Rng(7, 40 + i), 1'000, expected);
    }
    runtime::ManyEnds ends(roles);
    REQUIRE(playing.play_many({start, 7, 40, 200, 1'000}, ends));
    CHECK(ends.playouts == 200);
    CHECK(ends.steps == expected.steps);
    CHECK(ends.terminal == expected.terminal);
    CHECK(ends.goal_sums == expected.goal_sums);
    CHECK(ends.goal_counts == expected.goal_counts);
  }
}

TEST_CASE("Code for many games in states of its own is asked for once", "[net]") {
  int asked = 0;
  const auto code = runtime::with_placed_playouts({}, {0}, [&] {
    ++asked;
    return std::optional<runtime::PlacedPlayouts>{};
  });
  REQUIRE(code.many != nullptr);
  code.many->make(code.many);
  code.many->make(code.many);
  CHECK(asked == 1);
  CHECK(code.many->playouts == nullptr);
  runtime::NetCode other;
  other.self = &other;
  CHECK_THROWS_AS(runtime::with_placed_playouts(other, {0}, {}), std::invalid_argument);
}
