// Next states of one state after different moves: what does not depend on the moves is computed
// once.
#include "backend/driver/load.h"
#include "tests/property/switching.h"
#include "tests/unit/support/folder.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

// Doors between six rooms shut behind the walker; `reach` is recursive and depends on the state
// alone.
constexpr const char* rooms = R"((role walker)
(next-to 1 2) (next-to 2 3) (next-to 3 4) (next-to 4 5) (next-to 5 6) (next-to 6 1) (next-to 2 5)
(<= (init (open ?x ?y)) (next-to ?x ?y))
(init (at 1))
(<= (reach ?x ?y) (true (open ?x ?y)))
(<= (reach ?x ?z) (reach ?x ?y) (true (open ?y ?z)))
(<= (room ?x) (next-to ?x ?y))
(<= (legal walker (go ?y)) (room ?y))
(<= (next (at ?y)) (true (at ?x)) (does walker (go ?y)) (reach ?x ?y))
(<= (next (at ?x)) (true (at ?x)) (does walker (go ?y)) (not (reach ?x ?y)))
(<= (next (open ?x ?y)) (true (open ?x ?y)) (does walker (go ?z)) (distinct ?z ?y))
(<= some-door (true (open ?x ?y)))
(<= terminal (not some-door))
(<= (goal walker 100) (role walker))
)";

driver::LoadedGame load(driver::Options options) {
  const tests::Folder folder;
  const std::filesystem::path path = folder.path / "rooms.kif";
  std::ofstream(path) << rooms;
  driver::Session session;
  auto game = driver::load_game(path.string(), options, session);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  return std::move(*game);
}

runtime::State next(const runtime::Game& game, const runtime::State& state, std::string_view move,
                    runtime::Scratch& scratch) {
  runtime::State out(game.state_words(), 0x77);
  game.next(state, std::vector{game.find_move(move).value()}, scratch, out);
  return out;
}

/// How often operations of the rules for `reach` were tried so far.
std::uint64_t tries_of_reach(const driver::LoadedGame& loaded) {
  const auto all = loaded.trials();
  const ir::RelationId reach = loaded.module->find_relation("reach");
  REQUIRE(reach != ir::no_id);
  std::uint64_t sum = 0;
  for (std::size_t plan = 0; plan < all.size(); ++plan) {
    if (loaded.module->plans[plan].ops.back().relation != reach) continue;
    sum = std::accumulate(all[plan].begin(), all[plan].end(), sum);
  }
  return sum;
}

void check_any_order(const runtime::Game& game) {
  const auto scratch = game.make_scratch();
  const runtime::State first(game.initial().begin(), game.initial().end());
  const runtime::State second = next(game, first, "(go 4)", *game.make_scratch());
  const auto check = [&](const runtime::State& state, std::string_view move) {
    CAPTURE(move);
    CHECK(next(game, state, move, *scratch) == next(game, state, move, *game.make_scratch()));
  };
  std::vector<std::vector<runtime::Move>> moves;
  for (const runtime::State* const state : {&first, &second, &first}) {
    check(*state, "(go 2)");
    check(*state, "(go 3)");
    CHECK_FALSE(game.terminal(second, *scratch));
    check(*state, "(go 6)");
    game.legal(*state, *scratch, moves);
    check(*state, "(go 1)");
    game.legal(first, *scratch, moves);
    check(second, "(go 3)");
    check(second, "(go 5)");
  }
}

}  // namespace

TEST_CASE("What does not depend on the moves is computed once for a state", "[entries][game]") {
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  options.count_trials = true;
  const driver::LoadedGame loaded = load(options);
  const runtime::Game& game = *loaded.game;
  const auto scratch = game.make_scratch();
  const runtime::State first(game.initial().begin(), game.initial().end());
  const runtime::State second = next(game, first, "(go 4)", *scratch);
  const std::uint64_t once = tries_of_reach(loaded);
  CHECK(once > 0);
  CHECK(next(game, first, "(go 5)", *scratch) != second);
  CHECK(tries_of_reach(loaded) == once);
  // Another state, and another question in between.
  static_cast<void>(next(game, second, "(go 5)", *scratch));
  CHECK(tries_of_reach(loaded) > once);
  const std::uint64_t twice = tries_of_reach(loaded);
  static_cast<void>(game.terminal(second, *scratch));
  static_cast<void>(next(game, second, "(go 6)", *scratch));
  CHECK(tries_of_reach(loaded) > twice);
}

TEST_CASE("Next states do not depend on what was asked before", "[entries][game]") {
  driver::Options options;
  options.engine = GENERATE(driver::Engine::interpreter, driver::Engine::jit);
  options.fast_tier = true;
  check_any_order(*load(options).game);
}

TEST_CASE("Nor on the engine that was asked before", "[entries][game]") {
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  check_any_order(*tests::switching_game(load(options).module));
}
