// The state space, turns and the perfect opponent, on games whose ground truth
// is known (number of states, values, depths of wins).

#include "runtime/host/game/state_space.h"
#include "runtime/host/search/minimax.h"
#include "tests/unit/support/strategy_runtime_support.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <set>

using namespace tesuji;
using runtime::Move;
using runtime::Node;
using runtime::Role;
using runtime::State;
using runtime::StateSpace;
using runtime::TurnError;
using runtime::TurnRule;
using runtime::Turns;

namespace {

struct Counts {
  std::size_t states = 0, terminal = 0, first_to_move = 0, second_to_move = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Walks the whole graph; the space must not have been cleared on the way.
Counts walk(StateSpace& space, Node* root) {
  Counts counts;
  std::vector<Node*> nodes{root};
  std::set<const Node*> seen{root};
  while (!nodes.empty()) {
    Node* node = nodes.back();
    nodes.pop_back();
    space.expand(*node);
    ++counts.states;
    if (space.terminal(*node)) ++counts.terminal;
    if (StateSpace::mover(*node) == 0) ++counts.first_to_move;
    if (StateSpace::mover(*node) == 1) ++counts.second_to_move;
    for (std::uint32_t edge = 0; edge < node->edge_count; ++edge)
      if (Node* next = space.successor(*node, edge); seen.insert(next).second)
        nodes.push_back(next);
  }
  return counts;
}

TurnError::Reason reason_for(const Turns& turns, std::vector<std::vector<Move>> legal) {
  const State state{0, 0, 2};  // neither control test holds
  try {
    (void)turns.turn(state, legal);
  } catch (const TurnError& error) {
    return error.reason();
  }
  FAIL("no error");
  return {};
}

}  // namespace

TEST_CASE("every reachable state is interned once", "[state-space]") {
  struct Case {
    std::shared_ptr<const test::BoardGame> game;
    Counts counts;
  };
  for (const Case& example : {Case{test::noughts_and_crosses(), {5478, 958, 2423, 2097}},
                              Case{test::hexapawn(3), {135, 65, 33, 37}},
                              Case{test::hexapawn(4), {20286, 8866, 5855, 5565}}})
    for (const bool control : {true, false}) {
      CAPTURE(example.game->name(), control);
      // Without control fluents the waiting moves tell the same.
      const TurnRule rule{
          control ? test::BoardGame::turn_rule().control : std::vector<runtime::StateTest>{},
          {0, 0}};
      const Turns turns(*example.game, rule);
      StateSpace space(*example.game, turns, {.memo_slots = 40});
      for (int round = 0; round < 3; ++round) {
        const Counts counts = walk(space, space.root(example.game->initial()));
        CHECK(counts == example.counts);
        CHECK(space.node_count() == example.counts.states);
        space.clear();
      }
    }
}

TEST_CASE("memo slots are apart and forgotten by clear", "[state-space]") {
  const auto game = test::hexapawn(3);
  const Turns turns(*game, test::BoardGame::turn_rule());
  StateSpace space(*game, turns, {.memo_slots = 70});
  Node* node = space.root(game->initial());
  for (std::uint32_t slot = 0; slot < 70; slot += 3)
    StateSpace::set_memo(*node, slot, slot % 2 == 0);
  for (std::uint32_t slot = 0; slot < 70; ++slot) {
    CAPTURE(slot);
    const std::uint32_t expected = slot % 3 != 0   ? TSJ_MEMO_UNKNOWN
                                   : slot % 2 == 0 ? TSJ_MEMO_SOME
                                                   : TSJ_MEMO_NONE;
    CHECK(StateSpace::memo(*node, slot) == expected);
  }
  CHECK(space.root(game->initial()) == node);
  space.clear();
  CHECK(StateSpace::memo(*space.root(game->initial()), 0) == TSJ_MEMO_UNKNOWN);
}

TEST_CASE("outcomes belong to the role that has just moved", "[state-space]") {
  const auto game = test::noughts_and_crosses();
  const Turns turns(*game, test::BoardGame::turn_rule());
  StateSpace space(*game, turns);
  Node* line = space.root(game->parse_board("b(o,o,o,x,x,e,e,e,e)", 1));
  CHECK(StateSpace::moved(*line) == 0);
  CHECK(space.won(*line));
  CHECK_FALSE(space.drawn(*line));
  // The same board after a move of the other role: nobody has won by moving.
  CHECK_FALSE(space.won(*space.root(game->parse_board("b(o,o,o,x,x,e,e,e,e)", 0))));
  Node* full = space.root(game->parse_board("b(o,x,o,o,x,x,x,o,o)", 1));
  CHECK(space.drawn(*full));
  CHECK_FALSE(space.won(*full));
  Node* open = space.root(game->initial());
  CHECK_FALSE(space.won(*open));
  CHECK_FALSE(space.drawn(*open));
  space.expand(*full);
  CHECK(full->edge_count == 0);
}

TEST_CASE("a space keeps to its budget", "[state-space]") {
  const auto game = test::hexapawn(4);
  const std::vector<ir::Proc> procs = test::parse_procs(R"(
      win(A,B):-move(A,B),won(B).
      safe(A,B):-move(A,B),not(win(B,_)).
      deep(A,B):-move(A,C),move(C,D),move(D,E),safe(E,F),move(F,B),win(B,_).
  )");
  for (const test::EngineUnderTest& engine : test::strategy_engines()) {
    CAPTURE(engine.name);
    const runtime::Strategy strategy(game, test::BoardGame::turn_rule(), engine.make(procs, {}));
    const std::uint32_t deep = *strategy.find("deep");
    const std::uint32_t win = *strategy.find("win");
    const auto generous = strategy.make_memory();
    const std::vector<State> expected = strategy.solutions(deep, game->initial(), *generous);
    CHECK(expected.size() > 0);

    // Too little for the query itself.
    const std::size_t needed = generous->space().used();
    const auto small = strategy.make_memory({.budget = needed / 2});
    CHECK_THROWS_AS(strategy.solutions(deep, game->initial(), *small), runtime::BudgetExceeded);
    CHECK(small->space().used() <= needed / 2);
    // The memory is good for smaller queries afterwards.
    CHECK_FALSE(strategy.holds(win, game->initial(), *small));

    // Enough for one query, not for what all of them leave behind.
    const auto tight = strategy.make_memory({.budget = needed + 100'000});
    CHECK(strategy.solutions(deep, game->initial(), *tight) == expected);
    std::size_t won = 0;
    for (const State& state : test::reachable(*game)) won += strategy.holds(deep, state, *tight);
    CHECK(tight->space().clearings() > 0);
    std::size_t won_with_plenty = 0;
    for (const State& state : test::reachable(*game))
      won_with_plenty += strategy.holds(deep, state, *generous);
    CHECK(won == won_with_plenty);
  }
}

TEST_CASE("a search stops on request", "[state-space]") {
  const auto game = test::hexapawn(4);
  const std::vector<ir::Proc> procs = test::parse_procs("p(A,B):-move(A,B),won(B).");
  for (const test::EngineUnderTest& engine : test::strategy_engines()) {
    std::atomic<bool> stop{true};
    const runtime::Strategy strategy(game, test::BoardGame::turn_rule(), engine.make(procs, {}));
    const auto memory = strategy.make_memory({.stop = &stop});
    CHECK_THROWS_AS(strategy.holds(0, game->initial(), *memory), runtime::Stopped);
    stop = false;
    CHECK_FALSE(strategy.holds(0, game->initial(), *memory));
  }
  std::atomic<bool> stop{true};
  runtime::Minimax minimax(game, test::BoardGame::turn_rule(), {.stop = &stop});
  CHECK_THROWS_AS(minimax.value(game->initial()), runtime::Stopped);
  stop = false;
  CHECK(minimax.value(game->initial()).plies > 0);
}

TEST_CASE("whose turn it is, without control fluents", "[turns]") {
  const auto game = test::noughts_and_crosses();
  const State state{0, 0, 2};
  const auto mover = [&](const Turns& turns, std::vector<std::vector<Move>> legal) {
    return turns.turn(state, legal).mover;
  };
  const Turns known(*game, {{}, {7, 7}});
  CHECK(mover(known, {{1, 2}, {7}}) == 0);
  CHECK(mover(known, {{7}, {1, 2}}) == 1);
  CHECK(mover(known, {{3}, {7}}) == 0);
  CHECK(mover(known, {{7}, {3}}) == 1);
  CHECK(known.turn(state, std::vector<std::vector<Move>>{{3}, {7}}).waiting == 7);
  CHECK(mover(known, {{}, {7}}) == runtime::no_role);
  CHECK(mover(known, {{1, 2}, {}}) == runtime::no_role);
  CHECK(reason_for(known, {{1, 2}, {1, 2}}) == TurnError::Reason::simultaneous);
  CHECK(reason_for(known, {{7}, {7}}) == TurnError::Reason::ambiguous);
  CHECK(reason_for(known, {{3}, {4}}) == TurnError::Reason::ambiguous);

  const Turns half(*game, {{}, {7, std::nullopt}});
  CHECK(mover(half, {{7}, {7}}) == 1);
  CHECK(mover(half, {{3}, {7}}) == 0);
  const Turns unknown(*game, {});
  CHECK(mover(unknown, {{1}, {2, 3}}) == 1);
  CHECK(reason_for(unknown, {{1}, {2}}) == TurnError::Reason::ambiguous);
}

TEST_CASE("values under perfect play", "[minimax]") {
  struct Case {
    std::shared_ptr<const test::BoardGame> game;
    std::size_t win, draw, loss;
    std::map<std::uint32_t, std::size_t> wins_by_moves;  ///< moves of the learner's own
  };
  for (const Case& example :
       {Case{test::noughts_and_crosses(), 1830, 441, 152, {{1, 1498}, {2, 260}, {3, 72}}},
        Case{test::hexapawn(3), 18, 9, 6, {{1, 18}}},
        Case{test::hexapawn(4),
             3971,
             458,
             1426,
             {{1, 3375}, {2, 404}, {3, 131}, {4, 48}, {5, 13}}}}) {
    CAPTURE(example.game->name());
    runtime::Minimax minimax(example.game, test::BoardGame::turn_rule());
    std::size_t win = 0, draw = 0, loss = 0;
    std::map<std::uint32_t, std::size_t> wins_by_moves;
    for (const State& state : test::reachable(*example.game)) {
      const auto best = minimax.best(state);
      if (!best || best->mover != 0) continue;
      const std::int32_t margin = best->value.margin_for(0);
      ++(margin > 0 ? win : margin < 0 ? loss : draw);
      if (margin > 0) ++wins_by_moves[(best->value.plies + 1) / 2];
      // The move keeps the value, and its successor is one ply nearer the end.
      const State successor(best->successor.begin(), best->successor.end());
      CHECK(minimax.value(successor) ==
            runtime::GameValue{best->value.margin, best->value.plies - 1});
    }
    CHECK(win == example.win);
    CHECK(draw == example.draw);
    CHECK(loss == example.loss);
    CHECK(wins_by_moves == example.wins_by_moves);
  }
}

TEST_CASE("the perfect player's preferences", "[minimax]") {
  const auto game = test::noughts_and_crosses();
  runtime::Minimax minimax(game, test::BoardGame::turn_rule());
  // Two lines can be completed at once: the first cell in move order is taken.
  const auto win = minimax.best(game->parse_board("b(o,o,e,o,x,x,e,x,e)", 0));
  REQUIRE(win);
  CHECK(win->move == 3);
  CHECK(win->value.plies == 1);
  // Lost either way: the move that holds out longest, blocking the nearest line.
  const auto loss = minimax.best(game->parse_board("b(o,e,e,e,x,e,o,e,o)", 1));
  REQUIRE(loss);
  CHECK(loss->value.margin_for(1) < 0);
  CHECK(loss->value.plies == 2);
  CHECK_FALSE(minimax.best(game->parse_board("b(o,o,o,x,x,e,e,e,e)", 1)));
  CHECK_THROWS_AS(runtime::Minimax(game, test::BoardGame::turn_rule(), {.budget = 40'000})
                      .value(game->initial()),
                  runtime::BudgetExceeded);
}
