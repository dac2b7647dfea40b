// Goals as numbers: the engines' own implementation against the one that reads
// the terms, on every state of small games and on odd goal relations.
#include "backend/driver/load.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>

using namespace tesuji;
using runtime::State;

namespace {

/// How many states were compared.
std::size_t compare(const runtime::Game& game) {
  const auto scratch = game.make_scratch();
  std::vector<State> open{State(game.initial().begin(), game.initial().end())};
  std::set<State> seen(open.begin(), open.end());
  std::vector<std::vector<runtime::Move>> legal;
  std::vector<int> own(game.roles().size()), by_terms(game.roles().size());
  while (!open.empty()) {
    const State state = std::move(open.back());
    open.pop_back();
    game.goal_values(state, *scratch, own);
    game.Game::goal_values(state, *scratch, by_terms);
    CHECK(own == by_terms);
    if (game.terminal(state, *scratch)) continue;
    game.legal(state, *scratch, legal);
    for (const runtime::Move first : legal.front())
      for (const runtime::Move second : legal.back()) {
        State next(game.state_words());
        game.next(state, std::vector<runtime::Move>{first, second}, *scratch, next);
        if (seen.insert(next).second) open.push_back(std::move(next));
      }
  }
  return seen.size();
}

}  // namespace

TEST_CASE("goals as numbers", "[driver]") {
  driver::Options options;
  options.engine =
      GENERATE(driver::Engine::interpreter, driver::Engine::jit, driver::Engine::reference);
  driver::Session session;
  SECTION("a whole game") {
    const auto loaded = driver::load_game(tests::source_dir() + "/examples/noughts-and-crosses.kif",
                                          options, session);
    REQUIRE(loaded);
    CHECK(compare(*loaded->game) == 5478);
  }
  SECTION("several goals, goals that are no number or too large, none") {
    const tests::Folder folder;
    const std::string path = folder.path / "game.kif";
    std::ofstream(path) << R"(
        (role a) (role b) (role c) (role d) (role e) (init s)
        (<= (legal ?r noop) (role ?r)) (<= (next s) (true s)) (<= terminal (true s))
        (goal a 100) (goal b 50) (goal b 60) (goal c lots) (goal c 70) (goal d 101)
      )";
    const auto loaded = driver::load_game(path, options, session);
    INFO(session.diagnostics.render());
    REQUIRE(loaded);
    const auto scratch = loaded->game->make_scratch();
    std::vector<int> values(5);
    loaded->game->goal_values(loaded->game->initial(), *scratch, values);
    CHECK(values == std::vector<int>{100, -1, -1, -1, -1});
    loaded->game->Game::goal_values(loaded->game->initial(), *scratch, values);
    CHECK(values == std::vector<int>{100, -1, -1, -1, -1});
  }
}
