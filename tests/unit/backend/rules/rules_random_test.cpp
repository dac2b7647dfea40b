// Random production rules: engines agree as they stand, and passes change no fact. The
// long run of the same is tests/property/rules_differential_main.cpp.
#include "tests/property/random_rules.h"
#include "tests/property/rules_differential.h"
#include "tests/property/rules_orders.h"
#include "tests/property/rules_strata.h"

#include <catch2/catch.hpp>

using namespace tesuji::tests;
using Kind = RulesOutcome::Kind;

TEST_CASE("random production rules in every engine and under all passes",
          "[agenda][differential][random]") {
  std::size_t agreed = 0;
  std::size_t add_only = 0;
  std::size_t variants = 0;
  std::size_t deduced = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    CAPTURE(number);
    const RandomRules text = random_rules(number);
    const RulesOutcome outcome = compare_rules(text.rules, text.facts, number, number % 20 < 2);
    INFO(outcome.message);
    CHECK((outcome.kind == Kind::agreed || outcome.kind == Kind::limit));
    CHECK((number % 2 != 0 || outcome.add_only));
    agreed += outcome.kind == Kind::agreed ? 1 : 0;
    add_only += outcome.add_only ? 1 : 0;
    variants += outcome.variants;
    deduced += outcome.deduced;
  }
  // They are not all empty, nor all of one kind.
  CHECK(agreed >= 190);
  CHECK(add_only >= 100);
  CHECK(add_only < 150);
  CHECK(variants > 2'000);
  CHECK(deduced > 400);
}

TEST_CASE("random rules with functions and absent conjunctions in every engine",
          "[agenda][differential][random]") {
  std::size_t agreed = 0;
  std::size_t deduced = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    CAPTURE(number);
    const RandomRules text = random_rules_with_functions(number);
    const RulesOutcome outcome = compare_rules(text.rules, text.facts, number, number % 10 < 2);
    INFO(outcome.message);
    CHECK((outcome.kind == Kind::agreed || outcome.kind == Kind::limit));
    agreed += outcome.kind == Kind::agreed ? 1 : 0;
    deduced += outcome.deduced;
  }
  CHECK(agreed >= 90);
  CHECK(deduced > 150);
}

TEST_CASE("random production rules in all orders that are found for them",
          "[agenda][differential][random]") {
  std::size_t orders = 0;
  std::size_t changed = 0;
  for (std::uint64_t number = 0; number < 60; ++number) {
    CAPTURE(number);
    const OrdersOutcome outcome = compare_orders(random_rules(number), number);
    INFO(outcome.message);
    CHECK((outcome.kind == OrdersOutcome::Kind::agreed ||
           outcome.kind == OrdersOutcome::Kind::limit));
    orders += outcome.orders;
    changed += outcome.changed;
  }
  CHECK(orders > 400);
  CHECK(changed > orders / 4);
}

TEST_CASE("random production rules by strata have the well-founded model",
          "[agenda][differential][random]") {
  std::size_t agreed = 0;
  std::size_t layered = 0;
  std::size_t deduced = 0;
  for (std::uint64_t number = 1; number < 1500; number += 2) {
    CAPTURE(number);
    const RandomRules text = random_rules(number);
    const StrataOutcome outcome = compare_strata(text, number);
    INFO(text.rules << text.facts << outcome.message);
    CHECK(outcome.kind != StrataOutcome::Kind::disagreed);
    CHECK(outcome.kind != StrataOutcome::Kind::refused);
    if (outcome.kind != StrataOutcome::Kind::agreed) continue;
    ++agreed;
    layered += outcome.strata > 1 ? 1 : 0;
    deduced += outcome.deduced;
  }
  // They are not all empty, nor all without strata.
  CHECK(agreed > 50);
  CHECK(layered > 20);
  CHECK(deduced > 400);
}

TEST_CASE("random production rules are the same for the same number", "[agenda][random]") {
  CHECK(random_rules(5).rules == random_rules(5).rules);
  CHECK(random_rules(5).rules != random_rules(7).rules);
}

TEST_CASE("differences and refusals are told", "[agenda][differential]") {
  const RulesOutcome refused = compare_rules("(rule", "p(a).", 1, false);
  CHECK(refused.kind == Kind::refused);
  CHECK(!refused.message.empty());
}
