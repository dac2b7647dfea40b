// The possible states of games of incomplete information hold the true one.
#include "backend/players/possible_states.h"
#include "backend/driver/load.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <string>

using namespace tesuji;

TEST_CASE("Possible states are those that explain what is seen", "[players]") {
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const std::string name = GENERATE("kuhn-poker", "monty-hall");
  const auto loaded =
      driver::load_game(tests::source_dir() + "/examples/" + name + ".kif", options, session);
  REQUIRE(loaded);
  const runtime::Game& game = *loaded->game;
  REQUIRE(game.has_percepts());
  const auto scratch = game.make_scratch();
  const auto never = std::chrono::steady_clock::now() + std::chrono::hours(1);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (runtime::Role role = 0; role < game.roles().size(); ++role) {
      if (game.roles()[role] == runtime::chance_role) continue;  // it perceives nothing
      runtime::Rng random(seed);
      driver::PossibleStates possible(loaded->game, role, {});
      runtime::State state(game.initial().begin(), game.initial().end());
      std::vector<runtime::Move> joint(game.roles().size());
      std::vector<std::vector<runtime::Move>> legal;
      std::vector<std::vector<std::string>> percepts;
      for (int turn = 0; turn < 20 && !game.terminal(state, *scratch); ++turn) {
        game.legal(state, *scratch, legal);
        const auto known = possible.legal();
        CHECK(std::includes(legal[role].begin(), legal[role].end(), known.begin(), known.end()));
        CHECK(known.empty() == legal[role].empty());
        if (!runtime::choose_at_random(legal, random, joint)) break;
        game.percepts(state, joint, *scratch, percepts);
        runtime::State next(game.state_words());
        game.next(state, joint, *scratch, next);
        state = next;
        CHECK(possible.advance(joint[role], percepts[role], never));
      }
    }
  }
}
