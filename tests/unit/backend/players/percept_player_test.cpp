// Players of games of incomplete information: what is likely, and what follows from it.
#include "backend/players/percept_player.h"
#include "backend/driver/load.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>

using namespace tesuji;

namespace {

/// A game of the examples, played by one of its roles.
struct Played {
  Played(const std::string& name, const std::string& role_name, std::uint64_t seed) {
    driver::Options options;
    options.engine = driver::Engine::interpreter;
    loaded =
        driver::load_game(tests::source_dir() + "/examples/" + name + ".kif", options, session);
    REQUIRE(loaded);
    const auto roles = loaded->game->roles();
    role = static_cast<runtime::Role>(std::find(roles.begin(), roles.end(), role_name) -
                                      roles.begin());
    driver::PerceptPlayerOptions made;
    made.states.seed = made.search.seed = seed;
    player = std::make_unique<driver::PerceptPlayer>(loaded->game, role, made);
    scratch = loaded->game->make_scratch();
    state.assign(loaded->game->initial().begin(), loaded->game->initial().end());
  }

  /// Everybody's moves, by name in role order.
  bool advance(const std::vector<std::string>& names) {
    const runtime::Game& game = *loaded->game;
    std::vector<runtime::Move> joint;
    for (const std::string& name : names) joint.push_back(game.find_move(name).value());
    std::vector<std::vector<std::string>> percepts;
    game.percepts(state, joint, *scratch, percepts);
    runtime::State next(game.state_words());
    game.next(state, joint, *scratch, next);
    state = next;
    return player->advance(joint[role], percepts[role],
                           std::chrono::steady_clock::now() + std::chrono::hours(1));
  }

  [[nodiscard]] bool keeps_the_truth() const {
    const auto states = player->states().states();
    return std::find(states.begin(), states.end(), state) != states.end();
  }

  driver::Session session;
  std::optional<driver::LoadedGame> loaded;
  runtime::Role role = 0;
  std::unique_ptr<driver::PerceptPlayer> player;
  std::unique_ptr<runtime::Scratch> scratch;
  runtime::State state;
};

driver::Thought think(Played& played, std::uint64_t simulations) {
  runtime::TreeSearchLimits limits;
  limits.simulations = simulations;
  const auto thought = played.player->think(limits);
  REQUIRE(thought);
  return *thought;
}

}  // namespace

TEST_CASE("The candidate of Monty Hall switches, since that wins two times of three", "[players]") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Played played("monty-hall", "candidate", seed);
    REQUIRE(played.advance({"(point 1)", "(hide 2)"}));
    REQUIRE(played.advance({"watch", "(open 3)"}));
    // The car is behind door 1 or 2; the host had a choice only where it is behind door 1.
    const auto weights = played.player->states().weights();
    REQUIRE(weights.size() == 2);
    CHECK(*std::max_element(weights.begin(), weights.end()) == Approx(2.0 / 3));
    CHECK(std::accumulate(weights.begin(), weights.end(), 0.0) == Approx(1));
    CHECK(played.keeps_the_truth());
    const driver::Thought thought = think(played, 2'000);
    CHECK(thought.move == "switch");
    CHECK(thought.value == Approx(100.0 * 2 / 3).margin(5));
    CHECK(thought.states == 2);
    REQUIRE(thought.moves.size() == 2);
    CHECK(thought.moves[0].move == "switch");
    CHECK(thought.moves[1].visits < thought.moves[0].visits);
    CHECK(thought.simulations == 2'000);
  }
}

TEST_CASE("In Kuhn poker the king calls and the jack folds", "[players]") {
  for (const auto& [card, answer] : {std::pair{"king", "call"}, std::pair{"jack", "fold"}}) {
    Played played("kuhn-poker", "second", 1);
    REQUIRE(played.advance({"wait", "wait", std::string("(deal queen ") + card + ")"}));
    CHECK(played.player->states().states().size() == 2);  // the other has one of two cards
    REQUIRE(played.advance({"bet", "wait", "wait"}));
    CHECK(played.keeps_the_truth());
    CHECK(think(played, 3'000).move == answer);
  }
}

TEST_CASE("A limit of states keeps them as likely as they are", "[players]") {
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto loaded =
      driver::load_game(tests::source_dir() + "/examples/monty-hall.kif", options, session);
  REQUIRE(loaded);
  const runtime::Game& game = *loaded->game;
  const std::vector<std::string> nothing;
  int behind_first = 0;
  constexpr int runs = 600;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    driver::PossibleStates possible(loaded->game, 0, {.most_states = 1, .seed = seed});
    const auto never = std::chrono::steady_clock::now() + std::chrono::hours(1);
    REQUIRE(possible.advance(*game.find_move("(point 1)"), nothing, never));
    REQUIRE(possible.states().size() == 1);
    CHECK(possible.weights()[0] == Approx(1));
    const std::vector<std::string> fluents = game.fluents(possible.states()[0]);
    behind_first += std::count(fluents.begin(), fluents.end(), "(car 1)");
  }
  // A third of 600, five standard deviations either way.
  CHECK(behind_first > 142);
  CHECK(behind_first < 258);
}
