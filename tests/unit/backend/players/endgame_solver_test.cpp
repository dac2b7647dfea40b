// Solving ends of matches beside complete search, and games that it does not suit.
#include "backend/players/endgame_solver.h"

#include "backend/driver/load.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/playouts/sampled_positions.h"
#include "runtime/host/search/minimax.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

constexpr std::size_t table_bytes = std::size_t{1} << 22U;
constexpr double long_enough = 60;

std::string example(const std::string& name) {
  return tests::source_dir() + "/examples/" + name + ".kif";
}

struct EndedGame {
  explicit EndedGame(const std::string& name) {
    loaded = driver::load_game(example(name), options, session);
    REQUIRE(loaded);
  }
  driver::Options options;
  driver::Session session;
  std::optional<driver::LoadedGame> loaded;
};

}  // namespace

TEST_CASE("Ends of matches have the value of complete search, and so do kept moves", "[players]") {
  for (const std::string name : {"noughts-and-crosses", "hexapawn4"}) {
    EndedGame ended(name);
    const runtime::Game& game = *ended.loaded->game;
    runtime::Minimax minimax(ended.loaded->game, driver::turn_rule(*ended.loaded));
    driver::EndgameSolver solver(*ended.loaded, table_bytes);
    const auto scratch = game.make_scratch();
    std::size_t solved = 0;
    std::size_t lost = 0;
    for (const runtime::State& state : runtime::random_positions(game, 60, 3, 1)) {
      const auto best = minimax.best(state);
      if (!best) continue;
      const auto value = solver.solve(state, long_enough, nullptr);
      REQUIRE(value);
      ++solved;
      CHECK(value->is_exact);
      CHECK(value->mover == best->mover);
      CHECK(value->margin == best->value.margin_for(best->mover));
      CHECK(2 * value->goal - 100 == value->margin);  // both goals make 100
      std::vector<std::vector<runtime::Move>> legal;
      game.legal(state, *scratch, legal);
      std::vector<runtime::Move> joint{legal[0].front(), legal[1].front()};
      runtime::State next(state.size());
      for (const runtime::Move move : legal[best->mover]) {
        joint[best->mover] = move;
        game.next(state, joint, *scratch, next);
        const bool keeps = minimax.value(next).margin == best->value.margin;
        CHECK(solver.keeps(state, *value, move, long_enough, nullptr) == keeps);
        if (value->move == move) CHECK(keeps);
        if (!keeps) ++lost;
      }
    }
    CHECK(solved > 30);
    CHECK(lost > 30);
    solver.forget();
    CHECK(solver.solve(runtime::random_positions(game, 1, 3, 1).front(), long_enough, nullptr));
  }
}

TEST_CASE("Ends that are far away are not searched for", "[players]") {
  EndedGame ended("connect-four");
  driver::EndgameSolver solver(*ended.loaded, table_bytes);
  const runtime::StateView initial = ended.loaded->game->initial();
  CHECK(!solver.solve(initial, 0.001, nullptr));
  CHECK(!solver.solve(initial, 0, nullptr));
}

TEST_CASE("A stopped search for the end of a match proves nothing", "[players]") {
  EndedGame ended("noughts-and-crosses");
  driver::EndgameSolver solver(*ended.loaded, table_bytes);
  const std::atomic<bool> stop = true;
  CHECK(!solver.solve(ended.loaded->game->initial(), long_enough, &stop));
  CHECK(solver.solve(ended.loaded->game->initial(), long_enough, nullptr));
}

TEST_CASE("Games that do not suit have no solved ends", "[players]") {
  struct Unsuitable {
    std::string why;
    std::string rules;
  };
  const std::vector<Unsuitable> games = {{"both choose at once", R"(
        (role even) (role odd) (init (step 1))
        (<= (legal ?role heads) (role ?role))
        (<= (legal ?role tails) (role ?role))
        (<= (next same) (does even ?side) (does odd ?side))
        (<= (next (step 2)) (true (step 1)))
        (<= terminal (true (step 2)))
        (<= (goal even 100) (true same))
        (<= (goal odd 0) (true same))
        (<= (goal even 0) (not (true same)))
        (<= (goal odd 100) (not (true same))))"},
                                         {"ends have different sums", R"(
        (role one) (role other) (init (step 1))
        (legal one greedy) (legal one modest) (legal other noop)
        (<= (next (took ?how)) (does one ?how))
        (<= terminal (true (took ?how)))
        (<= (goal one 60) (true (took greedy)))
        (<= (goal other 40) (true (took greedy)))
        (<= (goal one 50) (true (took modest)))
        (<= (goal other 100) (true (took modest))))"}};
  for (const Unsuitable& game : games) {
    INFO(game.why);
    const tests::Folder folder;
    const std::string path = (folder.path / "unsuitable.kif").string();
    std::ofstream(path) << game.rules;
    driver::Options options;
    driver::Session session;
    const auto loaded = driver::load_game(path, options, session);
    REQUIRE(loaded);
    driver::EndgameSolver solver(*loaded, table_bytes);
    CHECK(!solver.solve(loaded->game->initial(), long_enough, nullptr));
    CHECK(!solver.suits());
  }
}
