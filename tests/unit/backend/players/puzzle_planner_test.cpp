// Plans are followed, made anew, and never waited for longer than the clock allows.
#include "backend/players/puzzle_planner.h"

#include "backend/players/tree_player.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <vector>

using namespace tesuji;

namespace {

/// A counter from 0 to 3, with a move up and one that ends the game; the goal is ten times as much.
const char* const counting = R"(
(role r)
(init (at 0))
(succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal r up) (true (at ?n)) (succ ?n ?m))
(legal r stop)
(<= (next (at ?m)) (does r up) (true (at ?n)) (succ ?n ?m))
(<= (next (at ?n)) (does r stop) (true (at ?n)))
(<= (next over) (does r stop))
(<= terminal (true over))
(<= (goal r 0) (true (at 0)))
(<= (goal r 10) (true (at 1)))
(<= (goal r 20) (true (at 2)))
(<= (goal r 30) (true (at 3)))
)";

struct Counting {
  Counting() {
    session.texts["counting.kif"] = counting;
    driver::Options options;
    options.engine = driver::Engine::interpreter;
    loaded = driver::load_game("counting.kif", options, session);
    REQUIRE(loaded);
    up = loaded->game->find_move("up").value();
    stop = loaded->game->find_move("stop").value();
    state.assign(loaded->game->initial().begin(), loaded->game->initial().end());
  }
  void make(runtime::Move move) {
    const auto scratch = loaded->game->make_scratch();
    runtime::State next(state.size());
    loaded->game->next(state, std::vector{move}, *scratch, next);
    state = next;
  }
  /// `ups` times up, and the end.
  [[nodiscard]] runtime::PuzzleLine line(int ups, int goal) const {
    runtime::PuzzleLine line;
    line.moves.assign(static_cast<std::size_t>(ups), {up});
    line.moves.push_back({stop});
    line.goal = goal;
    return line;
  }

  driver::Session session;
  std::optional<driver::LoadedGame> loaded;
  runtime::Move up = 0;
  runtime::Move stop = 0;
  runtime::State state;
};

constexpr double enough = 10;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

TEST_CASE("a plan leads from state to state, and a worse one is not taken", "[players]") {
  Counting game;
  int asked = 0;
  driver::PuzzlePlanner planner(
      game.loaded->game,
      [&](const runtime::PlanQuestion& question) {
        ++asked;
        if (asked == 1) question.found(game.line(2, 20), "first");
        if (asked == 2) question.found(game.line(0, 10), "second");
        return asked == 2;
      },
      1, 0);
  CHECK_FALSE(planner.plan(game.state));
  planner.begin(game.state, 1);
  planner.wait(enough, nullptr);
  auto plan = planner.plan(game.state);
  REQUIRE(plan);
  CHECK(plan->moves == std::vector{game.up, game.up, game.stop});
  CHECK(plan->method == "first");
  CHECK_FALSE(plan->is_best);
  planner.begin(game.state, 0.5);  // in vain
  planner.wait(enough, nullptr);
  CHECK(asked == 1);
  const runtime::State first = game.state;
  game.make(game.up);
  planner.begin(game.state, 0.5);
  planner.wait(enough, nullptr);
  CHECK(asked == 2);
  plan = planner.plan(game.state);
  REQUIRE(plan);
  CHECK(plan->moves == std::vector{game.up, game.stop});
  CHECK(plan->goal == 20);
  CHECK(plan->is_best);
  CHECK_FALSE(planner.plan(first));  // nothing was proven of it
  game.make(game.stop);
  CHECK_FALSE(planner.plan(game.state));
  planner.forget();
  CHECK_FALSE(planner.plan(first));
}

TEST_CASE("a plan that is left is made anew", "[players]") {
  Counting game;
  driver::PuzzlePlanner planner(
      game.loaded->game,
      [&](const runtime::PlanQuestion& question) {
        question.found(game.line(0, 10), "any");
        return false;
      },
      1, 0);
  planner.begin(game.state, 1);
  planner.wait(enough, nullptr);
  CHECK(planner.plan(game.state));
  game.make(game.up);
  CHECK_FALSE(planner.plan(game.state));
  planner.begin(game.state, 1);
  planner.wait(enough, nullptr);
  CHECK(planner.plan(game.state));
}

TEST_CASE("a move comes in time, whatever the search for a plan does", "[players]") {
  Counting game;
  std::atomic<bool> is_over{false};
  driver::TreePlayerOptions options;
  options.plans = [&](const driver::LoadedGame&) {
    return [&](const runtime::PlanQuestion&) {
      while (!is_over) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return false;
    };
  };
  driver::TreePlayer player(*game.loaded, nullptr, options);
  for (int turn = 0; turn < 3; ++turn) {
    const auto begin = std::chrono::steady_clock::now();
    player.set_state(game.state);
    const auto thought = player.think(0, {.seconds = 0.2});
    CHECK(seconds_since(begin) < 0.4);
    REQUIRE(thought);
    CHECK_FALSE(thought->plan);
    CHECK(thought->move == "up");
    game.make(game.up);
  }
  is_over = true;
}

TEST_CASE("a plan is played unless the tree knows better", "[players]") {
  Counting game;
  int ups = 0;
  driver::TreePlayerOptions options;
  options.plans = [&](const driver::LoadedGame&) {
    return [&](const runtime::PlanQuestion& question) {
      question.found(game.line(ups, 10 * ups), "given");
      return false;
    };
  };
  for (ups = 0; ups < 4; ++ups) {
    driver::TreePlayer player(*game.loaded, nullptr, options);
    const auto thought = player.think(0, {.seconds = 0.2});
    REQUIRE(thought);
    // The tree finds all there is.
    CHECK(thought->move == "up");
    CHECK(thought->value == 30);
    CHECK(thought->proven);
    CHECK_FALSE(thought->plan);
    const auto counted = player.think(0, {.simulations = 10});
    REQUIRE(counted);
    CHECK_FALSE(counted->plan);
  }
}

TEST_CASE("a thought tells its plan", "[players]") {
  driver::Thought thought;
  thought.value = 80;
  thought.plan = {3, 80, "beam"};
  thought.variation = {"up", "stop"};
  CHECK(driver::describe(thought) ==
        "plan of 3 moves to goal 80 (beam), value 80.0, variation up, stop");
  thought.simulations = 7;
  thought.depth = 2;
  thought.proven = true;
  thought.plan->moves = 1;
  CHECK(driver::describe(thought) ==
        "plan of 1 move to goal 80 (beam), 7 simulations, depth 2, value 80.0 proven, variation "
        "up, stop");
}
