// Methods that solve puzzles agree with an enumeration of all states, on random puzzles: goals,
// shortest lines, bounds, and plays that can be made.
#include "backend/puzzles/puzzle_methods.h"
#include "backend/driver/games/net_facts.h"
#include "backend/proofs/formulas/goal_invariants.h"
#include "backend/proofs/prove/counterexample.h"
#include "backend/proofs/sat/commuting_moves.h"
#include "backend/proofs/sat/parallel_planning.h"
#include "backend/proofs/sat/planning.h"
#include "backend/puzzles/solve_puzzle.h"
#include "ir/nets/net_term.h"
#include "passes/nets/make_operators.h"
#include "runtime/host/playouts/reachable_states.h"
#include "runtime/host/puzzles/a_star.h"
#include "runtime/host/puzzles/beam_search.h"
#include "runtime/host/puzzles/chance_value.h"
#include "tests/unit/backend/puzzles/random_puzzle.h"

#include <fmt/core.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace tesuji;
using runtime::PuzzleLine;
using tests::load;
using tests::LoadedPuzzle;
using tests::RandomPuzzle;
using tests::shortest_by_goal;

namespace {

PuzzleLine line_of(const LoadedPuzzle& puzzle, const std::vector<sat::NetMoves>& plan) {
  PuzzleLine line;
  for (const sat::NetMoves& moves : plan) {
    const ir::NetAtom& atom = puzzle.ground->net->moves[moves.at(0)].atom;
    const std::string name = ir::term_of(*puzzle.ground->module, atom);
    line.moves.push_back({puzzle.loaded.game->find_move(name).value()});
  }
  return line;
}

std::vector<std::uint32_t> goals_with(const driver::GroundGame& ground, int value) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < ground.net->goals.size(); ++i) {
    const std::string term = ir::term_of(*ground.module, ground.net->goals[i].atom);
    if (term == std::to_string(value)) found.push_back(i);
  }
  return found;
}

}  // namespace

TEST_CASE("searches of puzzles find the best goal and a shortest line", "[puzzles]") {
  std::uint64_t with_clock = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RandomPuzzle random(seed);
    INFO("seed " << seed << "\n" << random.text());
    const LoadedPuzzle puzzle = load(random.text());
    const runtime::Game& game = *puzzle.loaded.game;
    const std::map<int, std::size_t> truth = shortest_by_goal(game);
    const int best = truth.empty() ? runtime::no_goal : truth.rbegin()->first;
    const auto check = [&](const runtime::BreadthFirstResult& found, bool is_shortest) {
      CHECK(found.bound == (best == runtime::highest_goal ? found.bound : best));
      REQUIRE(found.best.has_value() == (best >= 0));
      if (!found.best) return;
      CHECK(found.best->goal == best);
      CHECK(runtime::replay_line(game, *found.best, 0) == best);
      if (is_shortest) CHECK(found.best->moves.size() == truth.at(best));
    };
    check(runtime::search_breadth_first(game, {}), true);
    runtime::BreadthFirstOptions ignoring;
    const passes::PositionFluents fluents = passes::position_fluents(*puzzle.ground->net);
    ignoring.ignored = driver::ignored_bits(fluents, *puzzle.ground, game);
    with_clock += fluents.clock.empty() ? 0U : 1U;
    const auto found = runtime::search_breadth_first(game, ignoring);
    CHECK(found.bound >= best);
    const int goal = found.best ? found.best->goal : runtime::no_goal;
    CHECK(goal <= best);
    if (found.bound == goal) check(found, true);
    if (best == runtime::highest_goal && !fluents.end) CHECK(goal == best);
    runtime::BeamOptions beam;
    beam.first_width = 2;
    beam.growth = 2;
    beam.scores = {runtime::random_score(), runtime::mobility_score(game, 0, 1)};
    check(runtime::search_beam(game, beam).best, false);
  }
  CHECK(with_clock > 100);
}

namespace {

constexpr std::uint32_t unreached = runtime::never_reached;

/// Of each reachable state, the moves to the nearest end with the goal.
std::vector<std::uint32_t> moves_to_goal(const runtime::Game& game,
                                         const runtime::ReachableStates& states, int goal) {
  const auto scratch = game.make_scratch();
  std::vector<std::uint32_t> moves(states.size(), unreached);
  std::vector<int> goals(1);
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (!states.terminal(i)) continue;
    game.goal_values(states.state(i), *scratch, goals);
    if (goals[0] == goal) moves[i] = 0;
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      for (const std::uint32_t next : states.successors(i)) {
        if (moves[next] == unreached || moves[next] + 1 >= moves[i]) continue;
        moves[i] = moves[next] + 1;
        changes = true;
      }
    }
  }
  return moves;
}

/// Tiles on a board of 2 x 3 cells, one of which is blank.
constexpr std::string_view tiles = R"(
  (role r) (row 1) (row 2) (col 1) (col 2) (col 3) (by 1 2) (by 2 3)
  (init (cell 1 1 5)) (init (cell 1 2 4)) (init (cell 1 3 3))
  (init (cell 2 1 2)) (init (cell 2 2 1)) (init (cell 2 3 b))
  (<= (near ?x ?y ?x ?v) (row ?x) (by ?y ?v)) (<= (near ?x ?y ?x ?v) (row ?x) (by ?v ?y))
  (<= (near ?x ?y ?u ?y) (col ?y) (by ?x ?u) (row ?u))
  (<= (near ?x ?y ?u ?y) (col ?y) (by ?u ?x) (row ?x))
  (<= (legal r (move ?x ?y)) (true (cell ?u ?v b)) (near ?x ?y ?u ?v))
  (<= (next (cell ?x ?y b)) (does r (move ?x ?y)))
  (<= (next (cell ?u ?v ?t)) (does r (move ?x ?y)) (true (cell ?x ?y ?t)) (true (cell ?u ?v b)))
  (<= (next (cell ?u ?v ?t)) (true (cell ?u ?v ?t)) (distinct ?t b) (not (moved ?u ?v)))
  (<= (moved ?x ?y) (does r (move ?x ?y)))
  (<= ordered (true (cell 1 1 1)) (true (cell 1 2 2)) (true (cell 1 3 3))
      (true (cell 2 1 4)) (true (cell 2 2 5)))
  (<= terminal ordered) (<= (goal r 100) ordered) (<= (goal r 0) (not ordered)))";

}  // namespace

TEST_CASE("bounds are never above the moves to a goal, and A* finds shortest lines", "[puzzles]") {
  std::uint64_t positive = 0;
  std::uint64_t exact = 0;
  for (std::uint64_t seed = 0; seed <= 300; ++seed) {
    const std::string text = seed < 300 ? RandomPuzzle(seed).text() : std::string(tiles);
    INFO("seed " << seed << "\n" << text);
    const LoadedPuzzle puzzle = load(text);
    const runtime::Game& game = *puzzle.loaded.game;
    const auto facts = driver::find_facts(*puzzle.ground->net, 1, {});
    const auto states = runtime::ReachableStates::find(game, {});
    for (const int goal : {100, 50}) {
      const std::vector<std::uint32_t> wanted = goals_with(*puzzle.ground, goal);
      if (wanted.empty()) continue;
      runtime::BreadthFirstOptions options;
      options.target = goal;
      options.bound = driver::bound_moves(*puzzle.ground, game, facts, wanted, {}).bound;
      REQUIRE(options.bound);
      const std::vector<std::uint32_t> truth = moves_to_goal(game, states, goal);
      for (std::uint32_t i = 0; i < states.size(); ++i) {
        const std::uint32_t bound = options.bound(states.state(i));
        CHECK(bound <= truth[i]);
        positive += bound > 0 && bound != unreached ? 1U : 0U;
        exact += bound > 0 && bound == truth[i] ? 1U : 0U;
        for (const std::uint32_t next : states.successors(i)) {
          const std::uint32_t after = options.bound(states.state(next));
          CHECK((after == unreached || bound <= after + 1));
        }
      }
      const passes::PositionFluents fluents = passes::position_fluents(*puzzle.ground->net);
      for (const bool ignores : {false, true}) {
        if (ignores) options.ignored = driver::ignored_bits(fluents, *puzzle.ground, game);
        const runtime::AStarResult found = runtime::search_a_star(game, options);
        const bool is_reached = truth[0] != unreached;
        // A line with a higher goal ends the search, too.
        if (found.end == runtime::SearchEnd::target && found.best->goal > goal) continue;
        REQUIRE((found.end == runtime::SearchEnd::target) == is_reached);
        if (!is_reached) continue;
        CHECK(found.best->goal == goal);
        CHECK(runtime::replay_line(game, *found.best, 0) == goal);
        CHECK(found.best->moves.size() == truth[0]);
        CHECK(found.least_moves == truth[0]);
      }
    }
  }
  CHECK(positive > 1000);
  CHECK(exact > 500);
}

TEST_CASE("of tiles that move one by one distances are added", "[puzzles]") {
  const LoadedPuzzle puzzle = load(std::string(tiles));
  const runtime::Game& game = *puzzle.loaded.game;
  const auto facts = driver::find_facts(*puzzle.ground->net, 1, {});
  runtime::BreadthFirstOptions options;
  options.bound =
      driver::bound_moves(*puzzle.ground, game, facts, goals_with(*puzzle.ground, 100), {}).bound;
  // 5 and 1 are two cells away, 4 two, 2 two, 3 none: sums of rows and columns.
  CHECK(options.bound(game.initial()) == 8);
  const runtime::AStarResult found = runtime::search_a_star(game, options);
  const runtime::BreadthFirstResult all = runtime::search_breadth_first(game, {});
  REQUIRE(found.best);
  CHECK(found.best->moves.size() == all.best->moves.size());
  CHECK(found.states < all.states);
}

TEST_CASE("SAT finds plans of shortest length, and refutes what no play reaches", "[puzzles]") {
  std::uint64_t parallel_plans = 0;
  std::uint64_t commuting_pairs = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RandomPuzzle random(seed);
    INFO("seed " << seed << "\n" << random.text());
    const LoadedPuzzle puzzle = load(random.text());
    const runtime::Game& game = *puzzle.loaded.game;
    const ir::Net& net = *puzzle.ground->net;
    const std::map<int, std::size_t> truth = shortest_by_goal(game);
    sat::PlanningOptions options;
    options.facts = driver::find_facts(net, 1, {});
    // States repeat where there is no clock: longer plays reach no other goal.
    options.most_moves = 70;
    ir::MoveOperators operators = passes::make_operators(net, 0, options.facts);
    const passes::PositionFluents fluents = passes::position_fluents(net);
    const std::array<sat::CommutingMoves, 3> orders{
        sat::CommutingMoves{},
        sat::independent_that_commute(net, 1, 0, options.facts, operators.conflicts, {}),
        sat::prove_that_commute(net, 1, 0, options.facts, {})};
    CHECK(orders[1].commuting <= orders[2].commuting);
    commuting_pairs += orders[2].commuting;
    for (const int goal : {100, 50}) {
      options.wanted = goals_with(*puzzle.ground, goal);
      if (options.wanted.empty()) continue;
      const auto wanted = truth.find(goal);
      for (const sat::CommutingMoves& order : orders) {
        for (const bool shortest : {true, false}) {
          options.commuting = order;
          options.shortest = shortest;
          options.likely_moves = static_cast<std::uint32_t>(seed % 7);
          const sat::PlanningResult found = sat::find_plan(net, 1, options);
          REQUIRE(found.plan.has_value() == (wanted != truth.end()));
          CHECK(found.refuted == !found.plan);
          if (!found.plan) continue;
          CHECK(runtime::replay_line(game, line_of(puzzle, *found.plan), 0) == goal);
          CHECK(found.refuted_below <= wanted->second);
          if (shortest) CHECK(found.plan->size() == wanted->second);
        }
      }
      if (!fluents.is_only_clock || wanted == truth.end()) continue;
      sat::PlanningOptions parallel = options;
      parallel.limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
      const auto found = sat::find_parallel_plan(net, 1, operators, parallel);
      if (!found.plan) continue;
      const PuzzleLine line = line_of(puzzle, *found.plan);
      // The clock may end the game earlier; no other plan is wrong.
      if (fluents.end && line.moves.size() > *fluents.end) continue;
      ++parallel_plans;
      CHECK(runtime::replay_line(game, line, 0) == goal);
    }
  }
  CHECK(parallel_plans > 50);
  CHECK(commuting_pairs > 100);
}

TEST_CASE("clingo finds the same shortest plans", "[puzzles]") {
  std::uint64_t plans = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const RandomPuzzle random(seed);
    INFO("seed " << seed << "\n" << random.text());
    const LoadedPuzzle puzzle = load(random.text());
    const std::map<int, std::size_t> truth = shortest_by_goal(*puzzle.loaded.game);
    driver::Session session;
    session.texts["puzzle.kif"] = random.text();
    auto module = driver::load_clauses("puzzle.kif", session);
    REQUIRE(module);
    constexpr std::array<std::string_view, 1> passes{"infer-domains"};
    REQUIRE(driver::run_passes(*module, passes, {}, session));
    for (const auto& [value, invariant] : proofs::goals_not_reached(*module, 0)) {
      const auto wanted = truth.find(value);
      for (std::uint32_t moves = 0; moves < 4; ++moves) {
        const auto found = proofs::find_play(*module, invariant, {}, moves, {});
        REQUIRE(found.message.empty());
        const bool is_first = wanted != truth.end() && wanted->second == moves;
        if (!found.play) CHECK_FALSE(is_first);
        if (is_first) CHECK(found.play->steps.size() == moves + 1);
        plans += found.play ? 1U : 0U;
        if (wanted == truth.end() || moves < wanted->second) CHECK_FALSE(found.play);
      }
    }
  }
  CHECK(plans > 5);
}

TEST_CASE("all methods together solve what each of them does", "[puzzles]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const RandomPuzzle random(seed);
    INFO("seed " << seed << "\n" << random.text());
    const LoadedPuzzle puzzle = load(random.text());
    const std::map<int, std::size_t> truth = shortest_by_goal(*puzzle.loaded.game);
    const int best = truth.empty() ? runtime::no_goal : truth.rbegin()->first;
    driver::PuzzleOptions options;
    options.shortest = true;
    options.memory_bytes = std::uint64_t{1} << 30U;
    const driver::SolvedPuzzle solved =
        driver::solve_puzzle("puzzle.kif", puzzle.loaded, {}, options, *puzzle.session);
    CHECK(solved.is_solved());
    CHECK((solved.best ? solved.best->goal : runtime::no_goal) == best);
    if (!solved.best) continue;
    CHECK(solved.is_shortest);
    CHECK(solved.best->moves.size() == truth.at(best));
  }
}

TEST_CASE("chance has expected values", "[puzzles]") {
  // Up to three rolls of a die, of which the last one counts ten times: 35, 42.5, 46 2/3.
  const std::string dice = R"(
    (role player) (role random) (init (rolls 0)) (succ 0 1) (succ 1 2) (succ 2 3)
    (face 1 10) (face 2 20) (face 3 30) (face 4 40) (face 5 50) (face 6 60)
    (<= (legal player roll) (true (rolls ?n)) (distinct ?n 3))
    (<= (legal player stop) (true (shows ?f)))
    (<= (legal random (fall ?f)) (face ?f ?g))
    (<= (next (rolls ?m)) (does player roll) (true (rolls ?n)) (succ ?n ?m))
    (<= (next (shows ?f)) (does player roll) (does random (fall ?f)))
    (<= (next (stopped ?f)) (does player stop) (true (shows ?f)))
    (<= terminal (true (stopped ?f)))
    (<= (goal player ?g) (true (stopped ?f)) (face ?f ?g)))";
  // A six ends the game with 100; the state before comes again and again.
  const std::string until_six = R"(
    (role player) (role random) (init waiting)
    (face 1) (face 2) (face 3) (face 4) (face 5) (face 6)
    (legal player roll) (<= (legal random (fall ?f)) (face ?f))
    (<= (next waiting) (does random (fall ?f)) (distinct ?f 6))
    (<= terminal (not (true waiting))) (goal player 100))";
  const auto solve = [](const std::string& text) {
    driver::Session session;
    session.texts["puzzle.kif"] = text;
    driver::Options options;
    options.engine = driver::Engine::interpreter;
    const auto loaded = driver::load_game("puzzle.kif", options, session);
    REQUIRE(loaded);
    return runtime::chance_value(*loaded->game, {});
  };
  const runtime::ChanceValue rolled = solve(dice);
  CHECK(rolled.value == Approx(140.0 / 3));
  CHECK(rolled.is_solved());
  REQUIRE(rolled.moves.size() == 1);
  CHECK(rolled.moves[0].value == Approx(140.0 / 3));
  const runtime::ChanceValue endless = solve(until_six);
  CHECK(endless.value == Approx(100));
  CHECK(endless.states == 2);
  CHECK(endless.is_solved());
  // Sixty heads in a row come in the end, which no iteration sees: nothing is claimed.
  std::string heads =
      "(role player) (role random) (init (n 0)) (legal player flip)"
      "(legal random heads) (legal random tails) (goal player 100)"
      "(<= terminal (true (n 60))) (<= (next (n 0)) (does random tails))"
      "(<= (next (n ?m)) (does random heads) (true (n ?n)) (succ ?n ?m))";
  for (int i = 0; i < 60; ++i) heads += fmt::format("(succ {} {})", i, i + 1);
  const runtime::ChanceValue rare = solve(heads);
  CHECK_FALSE(rare.is_solved());
  CHECK(rare.value < 1);
  CHECK(rare.upper == Approx(100));
}
