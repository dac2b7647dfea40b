// Copies of relations for uses that give different columns.
#include "tests/unit/support/lowered.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using tesuji::tests::Lowered;

namespace {

/// A chain of 30 places whose links are fluents; `far` is their closure. `more`: rules that ask for
/// it.
Lowered chain(const std::string& more) {
  std::string text = "(role r) (init (at n0))";
  for (int i = 0; i < 30; ++i) {
    text += " (init (open n" + std::to_string(i) + " n" + std::to_string(i + 1) + "))";
  }
  Lowered game(text + R"(
    (<= (far ?x ?y ?c) (true (open ?x ?y)) (true (open ?c ?d)))
    (<= (far ?x ?z ?c) (far ?x ?y ?c) (true (open ?y ?z)))
    (<= (legal r (to ?y)) (true (at ?x)) (far ?x ?y ?c)))" +
               more);
  REQUIRE(game.module);
  REQUIRE(game.run({"infer-domains", "stratify", "demand", "stratify"}));
  return game;
}

/// How many columns the relation of needs has; 0 where there is none.
std::size_t needed_columns(const Lowered& game, const std::string& relation) {
  const auto* const need = game.relation("need." + relation);
  return need == nullptr ? 0 : need->columns.size();
}

}  // namespace

TEST_CASE("Uses that give the same column share a relation", "[passes][demand]") {
  const Lowered game = chain("(<= terminal (true (at ?x)) (far ?x n7 ?c))");
  CHECK(needed_columns(game, "far") == 1);
  CHECK(game.relation("made.far") == nullptr);
}

TEST_CASE("Uses that give other columns get a copy", "[passes][demand]") {
  const Lowered game = chain("(<= terminal (true (at ?x)) (far ?y ?x ?c))");
  CHECK(needed_columns(game, "far") == 1);
  CHECK(needed_columns(game, "made.far") == 1);
  // The copy's recursion reads the copy.
  REQUIRE(game.rules("made.far").size() == 2);
  const auto copy = game.module->find_relation("made.far");
  const auto& body = game.rules("made.far")[1]->body;
  CHECK(std::any_of(body.begin(), body.end(),
                    [&](const auto& literal) { return literal.relation == copy; }));
  CHECK(game.rules("terminal")[0]->body.back().relation == copy);
}

TEST_CASE("Three ways to ask make two copies", "[passes][demand]") {
  const Lowered game = chain(
      "(<= terminal (true (at ?x)) (far ?y ?x ?c)) (<= (goal r 100) (true (at ?x)) (far ?y ?z "
      "?x))");
  CHECK(needed_columns(game, "far") == 1);
  std::size_t needs = 0;
  std::size_t copies = 0;
  for (const auto& relation : game.module->relations) {
    needs += relation.origin == tesuji::ir::Origin::need ? 1 : 0;
    copies += relation.origin == tesuji::ir::Origin::made ? 1 : 0;
  }
  CHECK(needs == 3);
  CHECK(copies == 2);
}

TEST_CASE("Where one use needs all, there is one relation for all", "[passes][demand]") {
  const Lowered game =
      chain("(<= terminal (true (at ?x)) (far ?y ?x ?c)) (<= (goal r 100) (far ?x ?y ?z))");
  CHECK(needed_columns(game, "far") == 0);
  CHECK(game.relation("made.far") == nullptr);
  CHECK(game.rules("far").size() == 2);
}
