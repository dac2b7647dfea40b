// Goals of states that are known to be terminal: what says so is not computed again.
#include "backend/driver/load.h"
#include "ir/module/entries.h"
#include "tests/unit/support/folder.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

// Doors between rooms shut behind the walker until nobody gets back to where he was.
constexpr const char* rooms = R"((role walker)
(next-to 1 2) (next-to 2 3) (next-to 3 4) (next-to 4 5) (next-to 5 6) (next-to 6 1) (next-to 2 5)
(next-to 5 1) (next-to 3 6) (next-to 6 4)
(<= (init (open ?x ?y)) (next-to ?x ?y))
(init (at 1))
(<= (reach ?x ?y) (true (open ?x ?y)))
(<= (reach ?x ?z) (reach ?x ?y) (reach ?y ?z))
(<= (room ?x) (next-to ?x ?y))
(<= way-back (room ?x) (reach ?x ?y) (reach ?y ?x))
(<= shut (not way-back))
(<= (legal walker (go ?y)) (room ?y))
(<= (next (at ?y)) (does walker (go ?y)))
(<= (next (open ?x ?y)) (true (open ?x ?y)) (does walker (go ?z)) (distinct ?z ?y))
(<= terminal shut)
(<= (goal walker 0) (not shut))
(<= (goal walker 100) shut (true (at 1)))
(<= (goal walker 50) shut (true (at ?x)) (distinct ?x 1))
)";

driver::LoadedGame load(driver::Engine engine) {
  const tests::Folder folder;
  const std::filesystem::path path = folder.path / "rooms.kif";
  std::ofstream(path) << rooms;
  driver::Session session;
  driver::Options options;
  options.engine = engine;
  auto game = driver::load_game(path.string(), options, session);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  return std::move(*game);
}

int goal(const runtime::Game& game, const runtime::State& state, runtime::Scratch& scratch) {
  std::vector<int> values(1);
  game.goal_values(state, scratch, values);
  std::vector<std::vector<std::string>> terms;
  game.goal(state, scratch, terms);
  CHECK(terms == std::vector<std::vector<std::string>>{{std::to_string(values[0])}});
  return values[0];
}

}  // namespace

TEST_CASE("Goals of terminal states are those of the same states not known to be", "[game]") {
  const driver::LoadedGame loaded = load(driver::Engine::jit);
  const runtime::Game& game = *loaded.game;
  const auto end = ir::entry_at_end(*loaded.module);
  REQUIRE(end);
  CHECK(end->strata.size() < loaded.module->find_entry("goal")->strata.size());
  const runtime::State first(game.initial().begin(), game.initial().end());
  std::vector<int> seen(101);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto scratch = game.make_scratch();
    runtime::State state = first;
    runtime::Rng random(seed);
    std::uint64_t steps = 0;
    REQUIRE(game.play_out(state, *scratch, random, 1'000, steps) == runtime::Drawn::terminal);
    const int known = goal(game, state, *scratch);
    CHECK(known == goal(game, state, *game.make_scratch()));
    ++seen[static_cast<std::size_t>(known)];
    // Another state in between, which is not terminal.
    CHECK(goal(game, first, *scratch) == 0);
    CHECK(game.terminal(state, *scratch));
    CHECK(known == goal(game, state, *scratch));
  }
  CHECK(seen[0] == 0);
  CHECK(seen[50] > 0);
  CHECK(seen[100] > 0);
}
