#include "learner/migo/game_background.h"
#include "backend/driver/load.h"
#include "backend/strategies/strategy.h"
#include "ir/core/prolog_term.h"
#include "learner/search/clause_search.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace tesuji;
using learner::GameBackground;
using learner::unbound;
using learner::Value;

namespace {

/// Noughts and crosses.
struct Board {
  driver::Session session;
  std::shared_ptr<const runtime::Game> game;
  std::unique_ptr<runtime::Turns> turns;
  std::unique_ptr<runtime::StateSpace> space;

  Board() {
    driver::Options options;
    options.engine = driver::Engine::interpreter;
    const auto loaded = driver::load_game(tests::source_dir() + "/examples/noughts-and-crosses.kif",
                                          options, session);
    REQUIRE(loaded);
    game = loaded->game;
    turns = std::make_unique<runtime::Turns>(*game, driver::turn_rule(*loaded));
    space = std::make_unique<runtime::StateSpace>(*game, *turns);
  }

  [[nodiscard]] runtime::State state(const std::vector<std::string>& fluents) const {
    const auto state = game->state_of(fluents);
    REQUIRE(state);
    return *state;
  }
};

const std::vector<std::string> two_in_a_row{"(cell 1 1 x)", "(cell 1 2 x)", "(cell 2 1 o)",
                                            "(cell 2 2 o)", "(cell 3 3 o)", "(control x)"};

}  // namespace

TEST_CASE("a game answers move, won and drawn", "[induce]") {
  Board board;
  GameBackground background(*board.space);
  const Value root = background.value(board.state(two_in_a_row));
  CHECK(background.value(board.state(two_in_a_row)) == root);
  CHECK(background.text(root) ==
        "[cell(1,1,x),cell(1,2,x),cell(2,1,o),cell(2,2,o),cell(3,3,o),control(x)]");

  std::vector<Value> moves;
  background.solve(GameBackground::move, std::vector{root, unbound}, moves);
  REQUIRE(moves.size() == 2 * 4);  // four blanks
  std::size_t wins = 0;
  for (std::size_t i = 0; i < moves.size(); i += 2) {
    CHECK(moves[i] == root);
    const Value next = moves[i + 1];
    CHECK(background.holds(GameBackground::move, std::vector{root, next}));
    CHECK_FALSE(background.holds(GameBackground::move, std::vector{next, root}));
    std::vector<Value> same;
    background.solve(GameBackground::move, std::vector{root, next}, same);
    CHECK(same == std::vector{root, next});
    if (!background.holds(GameBackground::won, std::vector{next})) continue;
    ++wins;
    CHECK_FALSE(background.any(GameBackground::move, std::vector{next, unbound}));
    CHECK_FALSE(background.holds(GameBackground::drawn, std::vector{next}));
  }
  CHECK(wins == 1);
  std::vector<Value> none;
  background.solve(GameBackground::move, std::vector{unbound, root}, none);
  background.solve(GameBackground::won, std::vector{unbound}, none);
  CHECK(none.empty());
  CHECK(background.any(GameBackground::move, std::vector{root, unbound}));
}

TEST_CASE("a game answers fluents of any number of arguments", "[induce]") {
  Board board;
  GameBackground background(*board.space);
  const std::vector<GameBackground::Fluent> fluents{
      {"cell", 3}, {"control", 1}, {"won", 0}, {"cell", 3}};
  background.offer(fluents);
  // Nothing twice, and no primitive again.
  const auto all = background.predicates();
  REQUIRE(all.size() == 5);
  CHECK(all[0].types == std::vector<std::uint32_t>{1, 1});
  CHECK(all[3].name == "cell");
  CHECK(all[3].arity == 4);
  CHECK(all[3].types == std::vector<std::uint32_t>{1, 2, 2, 2});
  CHECK(all[4].types == std::vector<std::uint32_t>{1, 2});
  constexpr std::uint32_t cell = 3;
  std::vector<std::vector<std::string>> states{two_in_a_row, {"(control o)"}};
  std::vector<Value> words{unbound};
  for (const char* word : {"1", "2", "3", "x", "o", "elsewhere"}) {
    words.push_back(background.constant(ir::fluent_term(word)));
  }
  CHECK(background.constant(ir::fluent_term("2")) == words[2]);
  for (const std::vector<std::string>& fluents_of_state : states) {
    const Value state = background.value(board.state(fluents_of_state));
    for (const Value row : words) {
      for (const Value column : words) {
        for (const Value mark : words) {
          // What the list of fluents says.
          std::vector<Value> expected;
          for (const std::string& fluent : fluents_of_state) {
            const ir::PrologTerm term = ir::fluent_term(fluent);
            if (term.name != "cell") continue;
            std::vector<Value> tuple{state};
            for (const ir::PrologTerm& arg : term.args) tuple.push_back(background.constant(arg));
            const bool fits = (row == unbound || row == tuple[1]) &&
                              (column == unbound || column == tuple[2]) &&
                              (mark == unbound || mark == tuple[3]);
            if (fits) expected.insert(expected.end(), tuple.begin(), tuple.end());
          }
          const std::vector args{state, row, column, mark};
          std::vector<Value> found;
          background.solve(cell, args, found);
          CHECK(found == expected);
          CHECK(background.any(cell, args) == !expected.empty());
          const bool bound = row != unbound && column != unbound && mark != unbound;
          if (bound) CHECK(background.holds(cell, args) == !expected.empty());
        }
      }
    }
  }
  // Constants are no states.
  const Value state = background.value(board.state(two_in_a_row));
  CHECK(background.text(words[4]) == "x");
  CHECK_FALSE(background.holds(GameBackground::won, std::vector{words[4]}));
  CHECK_FALSE(background.holds(GameBackground::move, std::vector{state, words[4]}));
  CHECK_FALSE(background.any(GameBackground::move, std::vector{words[4], unbound}));
  std::vector<Value> none;
  background.solve(GameBackground::move, std::vector{words[4], unbound}, none);
  background.solve(cell, std::vector{unbound, unbound, unbound, unbound}, none);
  CHECK(none.empty());
}

TEST_CASE("clauses are learned from a game's states", "[induce]") {
  Board board;
  GameBackground background(*board.space);
  const Value root = background.value(board.state(two_in_a_row));
  std::vector<Value> moves;
  background.solve(GameBackground::move, std::vector{root, unbound}, moves);
  std::vector<learner::Example> positive;
  std::vector<learner::Example> negative;
  for (std::size_t i = 0; i < moves.size(); i += 2) {
    const bool won = background.holds(GameBackground::won, std::vector{moves[i + 1]});
    (won ? positive : negative).push_back({root, moves[i + 1]});
  }
  const auto shapes = ir::migo_metarules();
  learner::ClauseSearch search(shapes, background);
  const auto result = search.learn(positive, negative, {});
  REQUIRE(result.end == learner::SearchResult::End::found);
  CHECK(learner::to_text(result.hypothesis, {"win_1", shapes, &background}) ==
        "win_1(A,B) :- move(A,B), won(B).\n");
}

TEST_CASE("fluents are written as Prolog's terms", "[induce]") {
  CHECK(ir::prolog_text("(cell 1 -2 (f x y))") == "cell(1,-2,f(x,y))");
  CHECK(ir::prolog_text("map+") == "'map+'");
}
