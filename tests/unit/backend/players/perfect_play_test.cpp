// The player by tree search gives away no value: beside complete search.
#include "backend/driver/load.h"
#include "backend/players/tree_player.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/playouts/sampled_positions.h"
#include "runtime/host/search/minimax.h"
#include "tests/corpus/corpus_files.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

using namespace tesuji;

namespace {

struct Solved {
  explicit Solved(const std::string& rules) : path(rules) {
    options.engine = driver::Engine::automatic;
    loaded = driver::load_game(path, options, session);
    REQUIRE(loaded);
    minimax = std::make_unique<runtime::Minimax>(
        loaded->game, driver::turn_rule(*loaded),
        runtime::StateSpaceOptions{.budget = std::size_t{2} << 30U});
    scratch = loaded->game->make_scratch();
  }

  /// Whether the player's move keeps what the state is worth.
  bool keeps_value(driver::TreePlayer& player, const runtime::State& state,
                   const runtime::TreeSearchLimits& limits) {
    const runtime::Game& game = *loaded->game;
    const auto best = minimax->best(state);
    if (!best) return true;
    player.forget();
    player.set_state(state);
    const auto thought = player.think(best->mover, limits);
    REQUIRE(thought);
    std::vector<std::vector<runtime::Move>> legal;
    game.legal(state, *scratch, legal);
    std::vector<runtime::Move> joint(2);
    joint[best->mover] = game.find_move(thought->move).value();
    joint[1 - best->mover] = legal[1 - best->mover].front();
    runtime::State next(state.size());
    game.next(state, joint, *scratch, next);
    return minimax->value(next).margin == minimax->value(state).margin;
  }

  std::string path;
  driver::Options options;
  driver::Session session;
  std::optional<driver::LoadedGame> loaded;
  std::unique_ptr<runtime::Minimax> minimax;
  std::unique_ptr<runtime::Scratch> scratch;
};

std::string corpus_sheet(const std::string& name) {
  return tests::shared_dir() + "/corpus/dev/" + name + ".kif";
}

/// Prints how many were kept, and checks that all were.
void check_late_states(const std::string& rules, std::size_t count, std::size_t moves,
                       const runtime::TreeSearchLimits& limits) {
  Solved game(rules);
  driver::TreePlayerOptions made;
  made.wait = true;
  const auto lanes = std::make_shared<driver::LaneLoader>(rules, game.options);
  driver::TreePlayer player(*game.loaded, lanes, made);
  const std::vector<runtime::State> states =
      runtime::random_positions(*game.loaded->game, count, moves, 1);
  std::size_t kept = 0;
  for (const runtime::State& state : states) kept += game.keeps_value(player, state, limits);
  WARN(rules << ": " << kept << " of " << states.size() << " kept");
  CHECK(kept == states.size());
}

}  // namespace

TEST_CASE("Hexapawn is played perfectly from every state", "[players]") {
  for (const std::string name : {"hexapawn3", "hexapawn4"}) {
    Solved game(tests::source_dir() + "/examples/" + name + ".kif");
    driver::TreePlayer player(*game.loaded, nullptr, {});
    std::vector<runtime::State> states;
    game.minimax->visit(game.loaded->game->initial(), [&](const runtime::SolvedState& solved) {
      if (solved.mover != runtime::no_role) {
        states.emplace_back(solved.state.begin(), solved.state.end());
      }
    });
    REQUIRE(states.size() > 40);
    const std::size_t stride = std::max<std::size_t>(1, states.size() / 150);
    runtime::TreeSearchLimits limits;
    limits.simulations = 3'000;
    for (std::size_t i = 0; i < states.size(); i += stride) {
      CHECK(game.keeps_value(player, states[i], limits));
    }
  }
}

// By name only, since it takes minutes: at 0.1 s a move (docs/engines/search.md).
TEST_CASE("Late positions are played perfectly", "[.perfect-play]") {
  runtime::TreeSearchLimits limits;
  limits.seconds = 0.1;
  check_late_states(tests::source_dir() + "/examples/connect-four.kif", 1'000, 31, limits);
  if (!tests::have_corpus(corpus_sheet("reversi"))) return;
  check_late_states(corpus_sheet("reversi"), 1'000, 54, limits);
}

// Of states in which search alone would have to be lucky: it has eight playouts.
TEST_CASE("What was solved beforehand is played perfectly", "[players][solve]") {
  Solved game(tests::source_dir() + "/examples/hexapawn4.kif");
  driver::TreePlayerOptions made;
  made.wait = true;
  made.solve_seconds = 60;
  driver::TreePlayer player(*game.loaded, nullptr, made);
  runtime::TreeSearchLimits limits;
  limits.simulations = 8;
  std::vector<runtime::State> states;
  game.minimax->visit(game.loaded->game->initial(), [&](const runtime::SolvedState& solved) {
    if (solved.mover != runtime::no_role && states.size() < 2'000) {
      states.emplace_back(solved.state.begin(), solved.state.end());
    }
  });
  REQUIRE(states.size() > 500);
  for (const runtime::State& state : states) CHECK(game.keeps_value(player, state, limits));

  const auto won = std::find_if(states.begin(), states.end(), [&](const runtime::State& state) {
    return game.minimax->value(state).margin != 0;
  });
  REQUIRE(won != states.end());
  player.set_state(*won);
  const auto best = game.minimax->best(*won);
  const auto thought = player.think(best->mover, limits);
  REQUIRE(thought);
  CHECK(thought->proven);
  CHECK(thought->plies == best->value.plies);
  CHECK_FALSE(thought->variation.empty());
}

TEST_CASE("A game whose goals have no common sum is not played as if it were solved",
          "[players][solve]") {
  // Each takes or leaves; the sum differs from end to end.
  const tests::Folder folder;
  const std::string path = folder.path / "shares.kif";
  std::ofstream(path) << R"(
(role a) (role b)
(init (turn a))
(<= (legal a take) (true (turn a))) (<= (legal a leave) (true (turn a)))
(<= (legal a noop) (true (turn b)))
(<= (legal b take) (true (turn b))) (<= (legal b leave) (true (turn b)))
(<= (legal b noop) (true (turn a)))
(<= (next (turn b)) (true (turn a)))
(<= (next (did ?m)) (does a ?m) (true (turn a)))
(<= (next (did ?m)) (true (did ?m)))
(<= (next (end ?m)) (does b ?m) (true (turn b)))
(<= terminal (true (end ?m)))
(<= (goal a 30) (true (did take)))
(<= (goal a 60) (true (did leave)) (true (end leave)))
(<= (goal a 0) (true (did leave)) (true (end take)))
(<= (goal b 0) (true (did take)))
(<= (goal b 70) (true (did leave)) (true (end leave)))
(<= (goal b 10) (true (did leave)) (true (end take)))
)";
  driver::Session session;
  driver::Options options;
  const auto loaded = driver::load_game(path, options, session);
  REQUIRE(loaded);
  driver::GameSolver solver(*loaded, 10, std::size_t{64} << 20U);
  solver.wait();
  CHECK_FALSE(solver.turn(loaded->game->initial()));
}
