// Which relations are computed where they are asked for, by their sizes.
#include "tests/unit/support/lowered.h"

#include <catch2/catch.hpp>

#include <string>

using tesuji::tests::Lowered;

namespace {

/// `all` has 343,000 tuples, and `way` those of 70 numbers each for so many pairs.
Lowered ways(int pairs) {
  std::string text = "(role r) (init (at 1)) (init (to 2)) (init (by 3))";
  for (int i = 1; i <= 70; ++i) text += " (n " + std::to_string(i) + ")";
  for (int i = 0; i < pairs; ++i) {
    text += " (near " + std::to_string(1 + i % 70) + " " + std::to_string(1 + i / 70) + ")";
  }
  Lowered game(text + R"(
    (<= (all ?x ?y ?z) (n ?x) (n ?y) (n ?z))
    (<= (way ?x ?y ?z) (near ?x ?y) (all ?x ?y ?z))
    (<= (legal r go) (true (at ?x)) (true (to ?y)) (true (by ?z)) (way ?x ?y ?z))
    (<= (next (at ?x)) (n ?x) (does r go))
    (<= (next (to ?x)) (n ?x) (does r go))
    (<= (next (by ?x)) (n ?x) (does r go)))");
  REQUIRE(game.module);
  REQUIRE(game.run({"infer-domains", "stratify", "demand-static"}));
  return game;
}

}  // namespace

TEST_CASE("What reads a huge static relation hands on what it is asked for", "[passes][demand]") {
  const Lowered game = ways(1'400);
  CHECK(game.relation("need.way") != nullptr);
  CHECK(game.relation("need.all") != nullptr);
}

TEST_CASE("What is small is tabulated all the same", "[passes][demand]") {
  const Lowered game = ways(70);
  CHECK(game.relation("need.way") == nullptr);
}

TEST_CASE("What may have many tuples is asked for, however few are expected", "[passes][demand]") {
  const auto is_asked = [](int numbers) {
    std::string text = "(role r) (init (at 1)) (init (to 2)) (init (by 3))";
    for (int i = 1; i <= numbers; ++i) text += " (n " + std::to_string(i) + ")";
    Lowered game(text + R"(
      (<= (seen ?x ?y ?z) (true (at ?x)) (true (to ?y)) (true (by ?z)))
      (<= (legal r (go ?y)) (true (at ?x)) (seen ?x ?y ?z))
      (<= (next (at ?x)) (n ?x) (does r (go ?y)))
      (<= (next (to ?x)) (n ?x) (does r (go ?y)))
      (<= (next (by ?x)) (n ?x) (does r (go ?y))))");
    REQUIRE(game.module);
    REQUIRE(game.run({"infer-domains", "stratify", "demand"}));
    return game.relation("need.seen") != nullptr;
  };
  CHECK(is_asked(20));        // 8,000
  CHECK_FALSE(is_asked(15));  // 3,375
}
