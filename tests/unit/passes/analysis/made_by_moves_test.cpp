// How many tuples a fluent has that moves alone make.
#include "passes/analysis/estimates.h"

#include "tests/unit/support/lowered.h"

#include <catch2/catch.hpp>

#include <optional>
#include <string>

using tesuji::tests::Lowered;
namespace passes = tesuji::passes;

namespace {

const std::string numbers = R"(
  (role a) (role b) (role c) (number 1) (number 2) (number 3) (number 4)
  (<= (legal ?r (guess ?n)) (role ?r) (number ?n))
  (<= terminal (true (guessed ?r ?n)))
  (<= (goal ?r 50) (role ?r)))";

std::optional<double> most(const std::string& rules) {
  const Lowered game(numbers + rules);
  REQUIRE(game.module);
  return passes::most_made_by_moves(*game.module, *game.relation("true.guessed"));
}

}  // namespace

TEST_CASE("Each role makes one tuple", "[passes][estimates]") {
  CHECK(most("(<= (next (guessed ?r ?n)) (does ?r (guess ?n)))") == 3);
  CHECK(most("(<= (next (guessed a ?n)) (does a (guess ?n)))") == 1);
  CHECK(most(R"((<= (next (guessed ?r ?n)) (does ?r (guess ?n)) (number ?n))
                (<= (next (guessed b 1)) (does b (guess ?n))))") == 4);
}

TEST_CASE("What is kept, or made for other values, has no such bound", "[passes][estimates]") {
  CHECK_FALSE(most(R"((<= (next (guessed ?r ?n)) (does ?r (guess ?n)))
                      (<= (next (guessed ?r ?n)) (true (guessed ?r ?n))))"));
  CHECK_FALSE(most("(<= (next (guessed ?r ?m)) (does ?r (guess ?n)) (number ?m))"));
}

TEST_CASE("Such a fluent is expected to have no more", "[passes][estimates]") {
  Lowered game(numbers + "(<= (next (guessed ?r ?n)) (does ?r (guess ?n)))");
  REQUIRE(game.run({"infer-domains"}));
  const passes::Estimates estimates(*game.module);
  const auto guessed = game.module->find_relation("true.guessed");
  CHECK(estimates.rows(guessed) == 3);
  CHECK(estimates.matches(guessed, {true, false}) == 1);
}
