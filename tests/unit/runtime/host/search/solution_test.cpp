// Solutions as bytes: what comes back, and what is refused.
#include "runtime/host/search/solution.h"

#include "runtime/host/search/survey.h"
#include "tests/unit/support/graph_game.h"
#include "tests/unit/support/strategy_runtime_support.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

using namespace tesuji;
using test::GraphGame;

namespace {

std::string reason(runtime::Minimax& minimax, const std::string& bytes, std::uint64_t print) {
  try {
    runtime::load_solution(minimax, bytes, print);
  } catch (const runtime::SolutionError& error) {
    return error.what();
  }
  return "fine";
}

}  // namespace

TEST_CASE("a solution that was saved answers without a search", "[minimax][solution]") {
  const auto game = test::hexapawn(4);
  const std::uint64_t print = runtime::fingerprint(*game, 1);
  runtime::Minimax solved(game, test::BoardGame::turn_rule());
  const std::string bytes = runtime::save_solution(solved, game->initial(), print);

  runtime::Minimax loaded(game, test::BoardGame::turn_rule());
  runtime::load_solution(loaded, bytes, print);
  CHECK(runtime::save_solution(loaded, game->initial(), print) == bytes);
  CHECK(runtime::survey(*game, loaded, game->initial()).movers[0].won ==
        runtime::survey(*game, solved, game->initial()).movers[0].won);
  CHECK(loaded.space().visits() == 0);
  for (const runtime::State& state : test::reachable(*game)) {
    REQUIRE(loaded.value(state) == solved.value(state));
    const auto best = solved.best(state);
    const auto same = loaded.best(state);
    REQUIRE(same.has_value() == best.has_value());
    if (best) REQUIRE(same->move == best->move);
  }
  CHECK(runtime::save_solution(loaded, game->initial(), print) == bytes);
}

TEST_CASE("solutions of cyclic games are saved too", "[minimax][solution]") {
  runtime::Rng rng(3);
  for (int round = 0; round < 50; ++round) {
    const auto game = std::make_shared<const GraphGame>(
        GraphGame::random(rng, {.nodes = 30, .ends_in_ten = 2, .alternating = round % 2 == 0}));
    runtime::Minimax solved(game, GraphGame::turn_rule());
    const std::string bytes = runtime::save_solution(solved, game->initial(), 5);
    runtime::Minimax loaded(game, GraphGame::turn_rule());
    runtime::load_solution(loaded, bytes, 5);
    CHECK(loaded.cyclic() == solved.cyclic());
    CHECK(runtime::save_solution(loaded, game->initial(), 5) == bytes);
    // States beyond what was saved, too.
    for (std::uint32_t i = 0; i < game->nodes().size(); ++i)
      CHECK(loaded.value(game->state(i)) == solved.value(game->state(i)));
  }
}

TEST_CASE("what is no solution of the game is refused", "[minimax][solution]") {
  const auto game = test::hexapawn(3);
  const std::uint64_t print = runtime::fingerprint(*game, 1);
  CHECK(print == runtime::fingerprint(*game, 1));
  CHECK(print != runtime::fingerprint(*game, 2));
  CHECK(print != runtime::fingerprint(*test::noughts_and_crosses(), 1));
  runtime::Minimax minimax(game, test::BoardGame::turn_rule());
  const std::string bytes = runtime::save_solution(minimax, game->initial(), print);

  tesuji::tests::check_words(reason(minimax, "", print));
  tesuji::tests::check_words(reason(minimax, bytes, print + 1));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    REQUIRE(reason(minimax, bytes.substr(0, size), print) != "fine");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x24);
    REQUIRE(reason(minimax, damaged, print) != "fine");
  }
  CHECK(minimax.value(game->initial()) == runtime::GameValue{0, 5, false});
  CHECK(reason(minimax, bytes, print) == "fine");
}
