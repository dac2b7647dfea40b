// Strategies in lanes: the same move by the same predicate as one state after the other.
#include "backend/strategies/lane_strategy.h"
#include "backend/strategies/strategy.h"
#include "tests/property/plugin_game.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::tests {
namespace {

using runtime::LaneChoice;
using runtime::State;

std::string sheet(const std::string& name) {
  return source_dir() + "/examples/" + name + ".kif";
}

std::string published(const std::string& name) {
  return source_dir() + "/examples/strategies/" + name + ".pl";
}

std::optional<driver::LaneStrategyGame> load(const std::string& game_path,
                                             const std::string& strategy_path,
                                             std::uint32_t blocks) {
  driver::Session session;
  const auto text = driver::load_strategy(strategy_path, session);
  INFO(session.diagnostics.render());
  REQUIRE(text);
  return driver::load_lane_strategy(game_path, *text, blocks, {}, session);
}

/// A strategy that is written down here.
driver::LaneStrategyGame load_text(const std::string& game_path, const std::string& strategy,
                                   std::uint32_t blocks = 1) {
  const Folder folder;
  const std::string path = folder.path / "strategy.pl";
  std::ofstream(path) << strategy;
  auto made = load(game_path, path, blocks);
  REQUIRE(made);
  return std::move(*made);
}

/// States of play, finished ones included: all, or as many as there are to be at most.
std::vector<std::uint64_t> states_of(const runtime::Game& game, std::size_t most) {
  const auto scratch = game.make_scratch();
  std::vector<State> found{State(game.initial().begin(), game.initial().end())};
  std::set<State> seen(found.begin(), found.end());
  std::vector<std::vector<runtime::Move>> legal;
  State next(game.state_words());
  for (std::size_t i = 0; i < found.size() && found.size() < most; ++i) {
    const State state = found[i];
    if (game.terminal(state, *scratch)) continue;
    game.legal(state, *scratch, legal);
    for (const runtime::Move first : legal[0]) {
      for (const runtime::Move second : legal[1]) {
        const runtime::Move joint[] = {first, second};
        game.next(state, joint, *scratch, next);
        if (seen.insert(next).second) found.push_back(next);
      }
    }
  }
  std::vector<std::uint64_t> states;
  for (const State& state : found) states.insert(states.end(), state.begin(), state.end());
  return states;
}

/// How many states have a move; every one of them the same one by one.
std::size_t check_all(const driver::LaneStrategyGame& made,
                      const std::vector<std::uint64_t>& states) {
  INFO(made.reason);
  REQUIRE(made.strategy);
  const std::size_t words = made.game->state_words();
  std::vector<std::optional<LaneChoice>> found(states.size() / words);
  const auto memory = made.strategy->make_memory();
  made.strategy->choose(states, *memory, found);
  const runtime::Strategy& single = made.strategy->single();
  const auto single_memory = single.make_memory();
  std::size_t decided = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const runtime::StateView state = std::span(states).subspan(i * words, words);
    const auto choice = single.choose(state, *single_memory);
    REQUIRE(found[i].has_value() == choice.has_value());
    if (!choice) continue;
    ++decided;
    REQUIRE(*found[i] == LaneChoice{choice->predicate, choice->move});
  }
  return decided;
}

}  // namespace

TEST_CASE("published strategies in lanes choose the same in every state",
          "[lanes][strategy][slow]") {
  const std::uint32_t blocks = GENERATE(1U, 4U, 8U);
  const auto crosses = load(sheet("noughts-and-crosses"), published("noughts-and-crosses"), blocks);
  REQUIRE(crosses);
  const auto states = states_of(*crosses->game, 10'000);
  CHECK(states.size() == 5'478 * crosses->game->state_words());
  CHECK(check_all(*crosses, states) > 2'307);
  const auto pawns = load(sheet("hexapawn3"), published("hexapawn3"), blocks);
  REQUIRE(pawns);
  CHECK(check_all(*pawns, states_of(*pawns->game, 1'000)) > 27);
}

TEST_CASE("clauses of all shapes that lanes know", "[lanes][strategy]") {
  const std::string game = GENERATE(as<std::string>(), "noughts-and-crosses", "hexapawn3");
  const std::string strategy = GENERATE(
      as<std::string>(),
      // Properties of states, and clauses in their order.
      "threat(A):-move(A,B),won(B).\n"
      "go(A,B):-move(A,B),won(B).\n"
      "go(A,B):-move(A,B),drawn(B).\n"
      "go(A,B):-move(A,B),not(threat(B)).\n"
      "go(A,B):-move(A,B).\n",
      // What is required of the state before and after the move.
      "threat(A):-move(A,B),won(B).\n"
      "quiet(A,B):-not(threat(A)),move(A,B),not(threat(B)),not(won(B)).\n"
      "loud(A,B):-threat(A),move(A,B),won(B).\n",
      // The same predicate through another one with several clauses, and one that never holds.
      "base(A,B):-move(A,B),drawn(B).\n"
      "base(A,B):-move(A,B),won(B).\n"
      "base(A,B):-move(A,B),base2(B,_).\n"
      "base2(A,B):-move(A,B),won(B).\n"
      "never(A,B):-move(A,B),won(A).\n"
      "win_1(A,B):-never(A,B).\n"
      "win_2(A,B):-base(A,B),not(base2(B,_)).\n"
      "draw_1(A,B):-base(A,B).\n",
      // Moves that nothing is said of, and a property through clauses that find a move each.
      "some(A,B):-move(A,B),won(B).\n"
      "some(A,B):-move(A,B),drawn(B).\n"
      "ripe(A):-some(A,_).\n"
      "ripe(A):-move(A,_),won(A).\n"
      "go(A,B):-move(A,_),ripe(A),some(A,B).\n"
      "wait(A,B):-not(ripe(A)),move(A,B),not(ripe(B)),move(B,_).\n",
      // Both states are finished or not.
      "over(A):-won(A).\n"
      "over(A):-drawn(A).\n"
      "last(A,B):-move(A,B),over(B).\n"
      "other(A,B):-move(A,B),not(over(B)),move(B,_).\n");
  CAPTURE(game, strategy);
  const auto made = load_text(sheet(game), strategy, GENERATE(1U, 8U));
  CHECK(check_all(made, states_of(*made.game, 10'000)) > 0);
}

TEST_CASE("a strategy in lanes on a larger board", "[lanes][strategy]") {
  const auto made = load_text(sheet("connect-four"),
                              "win_1(A,B):-move(A,B),won(B).\n"
                              "win_2(A,B):-move(A,B),not(win_1(B,_)).\n"
                              "draw_1(A,B):-move(A,B).\n",
                              8);
  CHECK(check_all(made, states_of(*made.game, 5'000)) > 4'000);
}

TEST_CASE("two moves with one successor, and fluents that never change", "[lanes][strategy]") {
  const Folder folder;
  const std::string path = folder.path / "alike.kif";
  std::ofstream(path) << R"(
    (role a) (role b) (init (control a)) (init (left 3)) (init (rule on)) (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (next (rule on)) (true (rule on)))
    (<= (legal ?r left) (true (control ?r))) (<= (legal ?r right) (true (control ?r)))
    (<= (legal ?r skip) (true (control ?r)) (true (rule on)))
    (<= (legal a wait) (true (control b))) (<= (legal b wait) (true (control a)))
    (<= (next (control b)) (true (control a))) (<= (next (control a)) (true (control b)))
    (<= (next (left ?m)) (true (left ?n)) (succ ?m ?n) (does ?r left))
    (<= (next (left ?m)) (true (left ?n)) (succ ?m ?n) (does ?r right))
    (<= (next (left ?n)) (true (left ?n)) (does ?r skip))
    (<= terminal (true (left 0)))
    (<= (goal ?r 100) (true (control ?r))) (<= (goal ?r 0) (role ?r) (not (true (control ?r)))))";
  const auto made = load_text(path,
                              "lose(A):-move(A,B),won(B).\n"
                              "win_1(A,B):-move(A,B),not(lose(B)).\n"
                              "draw_1(A,B):-move(A,B).\n");
  std::vector<std::uint64_t> states = states_of(*made.game, 100);
  const std::size_t decided = check_all(made, states);
  CHECK(decided > 3);
  // Without (rule on) nobody may skip.
  State without(made.game->initial().begin(), made.game->initial().end());
  const auto with_rule = made.game->state_of(std::vector<std::string>{"(rule on)"});
  if (with_rule) {
    for (std::size_t i = 0; i < without.size(); ++i) without[i] &= ~(*with_rule)[i];
    states.insert(states.end(), without.begin(), without.end());
    CHECK(check_all(made, states) >= decided);
  }
}

TEST_CASE("a memory for several lists of states", "[lanes][strategy]") {
  const auto made = load_text(sheet("noughts-and-crosses"), "go(A,B):-move(A,B),won(B).\n", 4);
  REQUIRE(made.strategy);
  const auto states = states_of(*made.game, 3'000);
  const std::size_t words = made.game->state_words();
  const std::size_t count = states.size() / words;
  const auto memory = made.strategy->make_memory();
  std::vector<std::optional<LaneChoice>> first(count);
  made.strategy->choose(states, *memory, first);
  // Backwards, into what is there from before.
  std::vector<std::uint64_t> turned;
  for (std::size_t i = count; i-- > 0;) {
    turned.insert(turned.end(), &states[i * words], &states[i * words] + words);
  }
  std::vector<std::optional<LaneChoice>> second = first;
  made.strategy->choose(turned, *memory, second);
  for (std::size_t i = 0; i < count; ++i) REQUIRE(second[i] == first[count - 1 - i]);
  made.strategy->choose({}, *memory, {});
}

TEST_CASE("states in which nobody is in control are asked about by themselves",
          "[lanes][strategy]") {
  const auto made = load_text(sheet("noughts-and-crosses"), "go(A,B):-move(A,B),won(B).\n");
  const runtime::Game& game = *made.game;
  const auto state_of = [&](const std::vector<std::string>& fluents) {
    const auto state = game.state_of(fluents);
    REQUIRE(state);
    return *state;
  };
  std::vector<std::uint64_t> states;
  for (const State& state : {state_of({"(cell 1 1 x)", "(cell 1 2 x)", "(control x)"}),
                             state_of({"(cell 1 1 x)", "(cell 1 2 x)", "(cell 1 3 x)"}),
                             state_of({"(cell 1 1 o)", "(cell 1 2 o)", "(control o)"})}) {
    states.insert(states.end(), state.begin(), state.end());
  }
  CHECK(check_all(made, states) == 2);
}

TEST_CASE("what is not for lanes is refused with a reason", "[lanes][strategy]") {
  const auto two_moves =
      load_text(sheet("noughts-and-crosses"), "far(A,B):-move(A,C),move(C,B),won(B).\n");
  CHECK_FALSE(two_moves.strategy);
  tesuji::tests::check_words(two_moves.reason);
  const auto tested = load_text(sheet("noughts-and-crosses"),
                                "win(A,B):-move(A,B),won(B).\n"
                                "both(A,B):-move(A,B),win(A,B).\n");
  CHECK_FALSE(tested.strategy);
  std::string doubling = "p0(A,B):-move(A,B),won(B).\np0(A,B):-move(A,B),drawn(B).\n";
  for (int i = 1; i < 20; ++i) {
    const std::string name = "p" + std::to_string(i);
    const std::string callee = "p" + std::to_string(i - 1);
    doubling += name + "(A,B):-" + callee + "(A,B).\n";
    doubling += name + "(A,B):-" + callee + "(A,B),not(" + callee + "(B,_)).\n";
  }
  const auto many = load_text(sheet("noughts-and-crosses"), doubling);
  CHECK_FALSE(many.strategy);
  CHECK((many.reason.find("ways to find a move") != std::string::npos ||
         many.reason.find("gates") != std::string::npos));
  const auto large = load(sheet("hexapawn4"), published("hexapawn4"), 1);
  REQUIRE(large);
  CHECK_FALSE(large->strategy);
  tesuji::tests::check_words(large->reason);
  // Who moves next is a matter of what was done.
  const Folder folder;
  const std::string again = folder.path / "again.kif";
  std::ofstream(again) << R"(
    (role a) (role b) (init (control a)) (init (left 3))
    (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (legal ?r stay) (true (control ?r))) (<= (legal ?r pass) (true (control ?r)))
    (<= (legal a wait) (true (control b))) (<= (legal b wait) (true (control a)))
    (<= (next (control ?r)) (true (control ?r)) (does ?r stay))
    (<= (next (control b)) (does a pass)) (<= (next (control a)) (does b pass))
    (<= (next (left ?m)) (true (left ?n)) (succ ?m ?n))
    (<= terminal (true (left 0)))
    (<= (goal ?r 100) (true (control ?r))) (<= (goal ?r 0) (role ?r) (not (true (control ?r)))))";
  const auto twice = load_text(again, "go(A,B):-move(A,B),won(B).\n");
  CHECK_FALSE(twice.strategy);
  CHECK(twice.reason.find("turn") != std::string::npos);
}

}  // namespace tesuji::tests
