// Whoever answers which question, it is the same game.
#include "backend/driver/games/mixed.h"
#include "runtime/host/playouts/perft.h"
#include "runtime/host/playouts/playout.h"
#include "tests/property/text_game.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

using namespace tesuji;

namespace {

/// Two roles that move at once; a fluent that stays, one that never holds, recursion.
constexpr auto sheet = R"(
(role left) (role right)
(init (at left 1)) (init (at right 4)) (init (step 0)) (init lit)
(next-to 1 2) (next-to 2 3) (next-to 3 4)
(after 0 1) (after 1 2) (after 2 3) (after 3 4)
(<= (legal ?r (go ?y)) (true (at ?r ?x)) (next-to ?x ?y))
(<= (legal ?r (go ?y)) (true (at ?r ?x)) (next-to ?y ?x))
(<= (legal ?r stay) (role ?r))
(<= (next (at ?r ?y)) (does ?r (go ?y)))
(<= (next (at ?r ?x)) (does ?r stay) (true (at ?r ?x)))
(<= (next lit) (true lit))
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= (reached ?x) (true (at left ?x)))
(<= (reached ?y) (reached ?x) (next-to ?x ?y) (true lit))
(<= met (true (at left ?x)) (true (at right ?x)))
(<= terminal met)
(<= terminal (true (step 4)))
(<= (goal left 100) met (reached 4))
(<= (goal left 20) (not met))
(<= (goal right ?g) (goal left ?g))
)";

struct Loaded {
  driver::Session session;
  driver::LoadedGame matchers;
  driver::GroundGame placed;
};

ir::Module clauses_of(const std::string& text, driver::Session& session) {
  auto parsed = tests::parse_text(text, frontend::Syntax::kif, session);
  REQUIRE(parsed);
  auto clauses = tests::clauses_of(std::move(*parsed), session);
  REQUIRE(clauses);
  return std::move(*clauses);
}

/// The net of one sheet on the states of another's matchers.
std::unique_ptr<Loaded> load(const std::string& net_sheet, const std::string& matched_sheet) {
  auto loaded = std::make_unique<Loaded>();
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  auto matchers = driver::match_game(clauses_of(matched_sheet, loaded->session), "sheet", options,
                                     loaded->session);
  REQUIRE(matchers);
  loaded->matchers = std::move(*matchers);
  const auto ground =
      driver::ground_game(clauses_of(net_sheet, loaded->session), options, {}, loaded->session);
  REQUIRE(ground);
  REQUIRE(ground->answers().all());
  auto placed = driver::place_on(*ground, loaded->matchers);
  REQUIRE(placed);
  loaded->placed = std::move(*placed);
  return loaded;
}

std::unique_ptr<Loaded> load() {
  return load(sheet, sheet);
}

template <typename... Moves>
runtime::State after(const runtime::Game& game, runtime::StateView state, const Moves&... moves) {
  std::vector<runtime::Move> joint;
  for (const std::string& move : {std::string(moves)...}) {
    const auto number = game.find_move(move);
    REQUIRE(number);
    joint.push_back(*number);
  }
  runtime::State next(game.state_words());
  game.next(state, joint, *game.make_scratch(), next);
  return next;
}

}  // namespace

TEST_CASE("Cases of a net get the places of its fluents", "[net][mixed]") {
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const std::string path = tests::source_dir() + "/examples/breakthrough.kif";
  auto ground = driver::load_net(path, options, {}, session);
  auto source = driver::load_clauses(path, session);
  REQUIRE(ground);
  REQUIRE(source);
  driver::specialise(*ground, options);
  REQUIRE(ground->cases->cases.size() == 2);
  const auto matchers = driver::match_game(std::move(*source), path, options, session);
  REQUIRE(matchers);
  const auto placed = driver::place_on(*ground, *matchers);
  REQUIRE(placed);
  REQUIRE(placed->cases->cases.size() == 2);
  for (const ir::NetCase& one : placed->cases->cases) {
    CHECK(one.net.fluents.size() == placed->net->fluents.size());
    CHECK(std::count(placed->control.begin(), placed->control.end(), one.fluent) == 1);
  }
  runtime::PlayoutOptions playouts;
  playouts.count = 100;
  CHECK(runtime::run_playouts(*driver::compile_game(*placed, options), playouts).steps ==
        runtime::run_playouts(*driver::evaluate_game(*placed), playouts).steps);
  // Questions that are left out make other cases.
  CHECK(driver::only(*placed, placed->answers()).cases == nullptr);
}

TEST_CASE("A net gets the places of fluents that never change", "[net][mixed]") {
  const std::string rules = R"((role p)
(init (cell 1 e)) (init (cell 2 e)) (init (cell 3 e)) (init (wall 2)) (init (wall 3))
(<= (legal p (mark ?x)) (true (cell ?x e)) (not (true (wall ?x))))
(<= (next (cell ?x x)) (does p (mark ?x)))
(<= (next (cell ?x ?c)) (true (cell ?x ?c)) (not (does p (mark ?x))))
(<= (next (wall ?x)) (true (wall ?x)))
(<= terminal (true (cell 1 x)))
(goal p 100)
)";
  driver::Session session;
  auto sheet = tests::parse_text(rules, frontend::Syntax::kif, session);
  REQUIRE(sheet);
  auto clauses = tests::clauses_of(std::move(*sheet), session);
  REQUIRE(clauses);
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto ground = driver::ground_game(*clauses, options, {}, session);
  const auto matchers = driver::match_game(std::move(*clauses), "walls.kif", options, session);
  REQUIRE(ground);
  REQUIRE(matchers);
  // Matchers refuse states without the walls, and so of single fluents.
  const std::string cell = "(cell 1 e)";
  CHECK_FALSE(matchers->game->state_of(std::span(&cell, 1), nullptr));
  const auto placed = driver::place_on(*ground, *matchers);
  REQUIRE(placed);
  const auto net = driver::evaluate_game(*placed);
  const auto first = matchers->game->initial();
  CHECK(std::equal(first.begin(), first.end(), net->initial().begin(), net->initial().end()));
  CHECK(net->fluents(first) == matchers->game->fluents(first));
}

TEST_CASE("Mixed games are the same game, whoever answers what", "[net][mixed]") {
  const auto loaded = load();
  const auto net = driver::evaluate_game(loaded->placed);
  const runtime::Game& matchers = *loaded->matchers.game;
  runtime::PlayoutOptions playouts;
  playouts.count = 200;
  const auto expected = runtime::run_playouts(matchers, playouts);
  for (unsigned mask = 0; mask < 32; ++mask) {
    runtime::FirstAnswers answers;
    answers.legal = (mask & 1U) != 0;
    answers.next = (mask & 2U) != 0;
    answers.terminal = (mask & 4U) != 0;
    answers.goal = (mask & 8U) != 0;
    answers.percepts = (mask & 16U) != 0;
    const auto mixed = driver::mix(loaded->placed, net, loaded->matchers, answers);
    const auto found = runtime::run_playouts(*mixed, playouts);
    CHECK(found.steps == expected.steps);
    CHECK(found.terminal == expected.terminal);
    CHECK(found.goal_sums == expected.goal_sums);
    CHECK(found.goals_missing == expected.goals_missing);
    // Names lead back to numbers, whoever gave them.
    const auto scratch = mixed->make_scratch();
    std::vector<std::vector<runtime::Move>> legal;
    mixed->legal(mixed->initial(), *scratch, legal);
    for (const auto& moves : legal) {
      for (const runtime::Move move : moves) {
        CHECK(mixed->find_move(mixed->move_name(move)) == move);
      }
    }
  }
}

TEST_CASE("Few moves of very many are the same in both", "[net][mixed]") {
  // The plans number 90,000 moves, of which the net has 300.
  std::string diagonal = R"(
(role p) (init (at 1)) (goal p 100)
(<= (legal p (go ?x ?x)) (true (at ?x)) (after ?x ?y))
(<= (next (at ?y)) (does p (go ?x ?x)) (after ?x ?y))
(<= terminal (true (at 300)))
)";
  for (int i = 1; i < 300; ++i)
    diagonal += "(after " + std::to_string(i) + " " + std::to_string(i + 1) + ")\n";
  const auto loaded = load(diagonal, diagonal);
  const auto net = driver::evaluate_game(loaded->placed);
  for (unsigned mask = 0; mask < 8; ++mask) {
    runtime::FirstAnswers answers;
    answers.legal = (mask & 1U) != 0;
    answers.next = (mask & 2U) != 0;
    answers.terminal = (mask & 4U) != 0;
    const auto mixed = driver::mix(loaded->placed, net, loaded->matchers, answers);
    CHECK(runtime::run_playouts(*mixed, {}).steps == 299 * runtime::PlayoutOptions{}.count);
    const runtime::State third =
        after(*mixed, after(*mixed, mixed->initial(), "(go 1 1)"), "(go 2 2)");
    CHECK(mixed->fluents(third) == std::vector<std::string>{"(at 3)"});
    std::vector<std::vector<runtime::Move>> legal;
    mixed->legal(third, *mixed->make_scratch(), legal);
    REQUIRE(legal == std::vector<std::vector<runtime::Move>>{{*mixed->find_move("(go 3 3)")}});
    CHECK(after(*mixed, third, "(go 4 5)") == after(*loaded->matchers.game, third, "(go 4 5)"));
  }
}

TEST_CASE("A net that does not know what is legal takes no move for illegal", "[net][mixed]") {
  // `big` has 10,000 rows: legal and terminal depend on it, the next state does not.
  constexpr auto large = R"(
(role p) (init (at 1)) (init (b 1 1))
(n 1) (n 2) (n 3) (n 4) (n 5) (n 6) (n 7)
(<= (big ?a ?b ?c ?d) (true (at ?x)) (n ?a) (n ?b) (n ?c) (n ?d))
(<= (legal p (go ?a)) (big ?a ?a ?a ?a))
(<= (next (at ?a)) (does p (go ?a)))
(<= terminal (true (at 7)) (big 1 2 3 4))
(goal p 10)
)";
  const auto play = [&](driver::Engine engine, std::uint64_t rows) {
    driver::Session session;
    auto parsed = tests::parse_text(large, frontend::Syntax::kif, session);
    REQUIRE(parsed);
    auto clauses = tests::clauses_of(std::move(*parsed), session);
    REQUIRE(clauses);
    driver::Options options;
    options.engine = engine;
    driver::NetLimits limits;
    limits.rows = rows;
    limits.retry_rows = rows;
    const auto game = engine == driver::Engine::net
                          ? driver::net_game(std::move(*clauses), "sheet", options, limits, session)
                          : driver::match_game(std::move(*clauses), "sheet", options, session);
    INFO(session.diagnostics.render());
    REQUIRE(game);
    const auto levels = runtime::perft(*game->game, 2, 1'000, false).levels;
    return std::pair(levels.back().sequences, levels.back().distinct);
  };
  const auto expected = play(driver::Engine::interpreter, 0);
  CHECK(expected.second == 7);
  CHECK(play(driver::Engine::net, 1'000) == expected);
  CHECK(play(driver::Engine::net, 100'000) == expected);
}

TEST_CASE("Recursion that would be too long unrolled is left to matchers", "[net][mixed]") {
  // Paths on a circle of points that may be blocked.
  constexpr auto circle = R"(
(role p) (init (free 1)) (init (free 2)) (init (free 3)) (init (free 4))
(next-to 1 2) (next-to 2 3) (next-to 3 4) (next-to 4 1)
(<= (legal p (block ?x)) (true (free ?x)))
(<= (next (free ?x)) (true (free ?x)) (legal p (block ?y)) (distinct ?x ?y) (does p (block ?y)))
(<= (reached 1) (true (free 1)))
(<= (reached ?y) (reached ?x) (next-to ?x ?y) (true (free ?y)))
(<= (reached ?y) (reached ?x) (next-to ?y ?x) (true (free ?y)))
(<= terminal (not (true (free 3))))
(<= (goal p 100) (reached 2))
)";
  driver::Session session;
  auto parsed = tests::parse_text(circle, frontend::Syntax::kif, session);
  REQUIRE(parsed);
  const auto clauses = tests::clauses_of(std::move(*parsed), session);
  REQUIRE(clauses);
  driver::NetLimits limits;
  const auto whole = driver::ground_game(*clauses, {}, limits, session);
  REQUIRE(whole);
  CHECK(whole->grounding.left_out.empty());
  limits.unrolled = 2;
  const auto part = driver::ground_game(*clauses, {}, limits, session);
  REQUIRE(part);
  CHECK(part->grounding.left_out == std::vector<std::string>{"reached"});
  CHECK(driver::unanswered_text(*part) ==
        "does not answer goal: too large to be grounded: reached");
  CHECK_FALSE(part->answers().goal);
  CHECK(part->answers().next);
}

TEST_CASE("States that its net cannot be in are for the matchers", "[net][mixed]") {
  const auto loaded = load();
  const auto mixed = driver::mix(loaded->placed, driver::evaluate_game(loaded->placed),
                                 loaded->matchers, runtime::FirstAnswers{});
  const std::vector<std::string> known{"(at left 2)", "(at right 3)", "(step 1)", "lit"};
  REQUIRE(mixed->state_of(known));
  CHECK(mixed->fluents(*mixed->state_of(known)) == known);
  std::string unknown;
  CHECK_FALSE(mixed->state_of(std::vector<std::string>{"(at left 9)", "lit"}, &unknown));
  CHECK(unknown == "(at left 9)");
  // `lit` never changes in play, so the net takes it for granted; here it does not hold.
  const auto dark = mixed->state_of(std::vector<std::string>{"(at left 4)", "(at right 1)"});
  REQUIRE(dark);
  const runtime::Game& matchers = *loaded->matchers.game;
  const runtime::State lit = *mixed->state_of(std::vector<std::string>{"(at left 4)", "lit"});
  for (const runtime::State& state : {*dark, lit}) {
    CHECK(after(*mixed, state, "(go 3)", "(go 2)") == after(matchers, state, "(go 3)", "(go 2)"));
  }
  CHECK_FALSE(matchers.fluents(after(*mixed, *dark, "(go 3)", "(go 2)")) ==
              matchers.fluents(after(*mixed, lit, "(go 3)", "(go 2)")));
}

TEST_CASE("A net without the next state is still one of the same states", "[net][mixed]") {
  const auto loaded = load();
  runtime::FirstAnswers answers;
  answers.next = false;
  const driver::GroundGame less = driver::only(loaded->placed, answers);
  const auto mixed = driver::mix(less, driver::evaluate_game(less), loaded->matchers, answers);
  // None of these holds initially but `lit`.
  const std::vector<std::string> known{"(at left 2)", "(at right 3)", "(step 1)", "lit"};
  REQUIRE(mixed->state_of(known));
  CHECK(mixed->fluents(*mixed->state_of(known)) == known);
  runtime::PlayoutOptions playouts;
  playouts.count = 200;
  CHECK(runtime::run_playouts(*mixed, playouts).goal_sums ==
        runtime::run_playouts(*loaded->matchers.game, playouts).goal_sums);
}

TEST_CASE("Moves that the net does not have are left to matchers", "[net][mixed]") {
  // Pairs (a 1) and (b 2) may hold, (a 2) may not: the net has no such move, but matchers do.
  constexpr auto pairs = R"(
(role p) (init (on a 1)) (init (last b))
(<= (legal p (take ?x ?y)) (true (on ?x ?y)))
(<= (next (on b 2)) (does p (take a 1)))
(<= (next (on a 1)) (does p (take b 2)))
(<= (next (last ?x)) (does p (take ?x ?y)))
(<= terminal (not (true (last a))) (not (true (last b))))
(goal p 10)
)";
  const auto loaded = load(pairs, pairs);
  const auto net = driver::evaluate_game(loaded->placed);
  const runtime::Game& matchers = *loaded->matchers.game;
  REQUIRE_FALSE(net->find_move("(take a 2)"));
  const auto expected = after(matchers, matchers.initial(), "(take a 2)");
  CHECK(matchers.fluents(expected) == std::vector<std::string>{"(last a)"});
  runtime::FirstAnswers answers;
  answers.legal = false;
  const auto mixed = driver::mix(loaded->placed, net, loaded->matchers, answers);
  CHECK(after(*mixed, mixed->initial(), "(take a 2)") == expected);
  CHECK(after(*mixed, mixed->initial(), "(take a 1)") ==
        after(matchers, matchers.initial(), "(take a 1)"));
}

TEST_CASE("Moves that matchers do not have are none of theirs", "[net][mixed]") {
  constexpr auto few = R"(
(role p) (init (at 1)) (init (at 2))
(<= (legal p (go 1)) (true (at 1)))
(<= (next (at ?x)) (does p (go ?x)))
(<= (next (at 2)) (true (at 2)) (true (at 1)))
(<= terminal (not (true (at 1))))
(goal p 10)
)";
  const std::string more = std::string(few) + "(<= (legal p (go 2)) (true (at 2)))";
  const auto loaded = load(more, few);
  REQUIRE_FALSE(loaded->matchers.game->find_move("(go 2)"));
  runtime::FirstAnswers answers;
  answers.next = false;
  const auto mixed =
      driver::mix(loaded->placed, driver::evaluate_game(loaded->placed), loaded->matchers, answers);
  CHECK(mixed->fluents(after(*mixed, mixed->initial(), "(go 1)")) ==
        std::vector<std::string>{"(at 1)", "(at 2)"});
  CHECK_FALSE(mixed->find_move("(go 2)"));
  std::vector<std::vector<runtime::Move>> legal;
  mixed->legal(mixed->initial(), *mixed->make_scratch(), legal);
  REQUIRE(legal.at(0).size() == 1);
  CHECK(mixed->move_name(legal[0][0]) == "(go 1)");
}
