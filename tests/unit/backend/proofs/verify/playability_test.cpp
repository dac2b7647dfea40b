// Which formulas are proved of playable games only: by their form.
#include "backend/proofs/verify/playability.h"

#include "tests/unit/support/invariants_support.h"

#include <catch2/catch.hpp>

#include <string>

namespace tesuji::tests {
namespace {

const std::string rules = R"(
(role r)
(init (f 1)) (init g)
(<= (legal r a) (true g))
(<= (next (f 2)) (does r a))
(<= terminal (true (f 3)))
(<= (goal r 0) (role r))
)";

bool presumes(Invariants& invariants, const std::string& formula) {
  const auto read = invariants.property(formula);
  INFO(invariants.rendered);
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  return proofs::presumes_playable(read->front().formula);
}

}  // namespace

TEST_CASE("a formula without next presumes nothing", "[verify][playability]") {
  Invariants invariants(rules);
  CHECK_FALSE(presumes(invariants, "true(g)"));
  CHECK_FALSE(presumes(invariants, "not terminal implies exists M: {a}. legal(r,M)"));
}

TEST_CASE("what holds where no state follows presumes nothing", "[verify][playability]") {
  Invariants invariants(rules);
  CHECK_FALSE(presumes(invariants, "true(g) implies next true(g)"));
  CHECK_FALSE(presumes(invariants, "forall X: {1,2}. true(f(X)) implies next not true(f(X))"));
  CHECK_FALSE(presumes(invariants, "true(g) implies next next true(f(2))"));
  CHECK_FALSE(presumes(invariants, "next true(g) and next true(f(2))"));
  CHECK_FALSE(presumes(invariants, "exists[0..0] X: {1,2}. not next true(f(X))"));
}

TEST_CASE("what play that stops does not decide presumes a playable game",
          "[verify][playability]") {
  Invariants invariants(rules);
  CHECK(presumes(invariants, "true(g) and next true(g)"));
  CHECK(presumes(invariants, "true(g) and (next true(g) or not next true(g))"));
  CHECK(presumes(invariants, "not next true(g)"));
  CHECK(presumes(invariants, "next true(g) implies true(g)"));
  CHECK(presumes(invariants, "exists X: {1,2}. next true(f(X)) and true(g)"));
  // After one move of two, its inner part is not decided.
  CHECK(presumes(invariants, "next (true(g) and next true(g))"));
}

TEST_CASE("a report knows what it says of playable games", "[verify][playability]") {
  proofs::VerificationReport report;
  CHECK(proofs::playability_of(report) == proofs::Playability::untried);
  report.enumeration.complete = true;
  CHECK(proofs::playability_of(report) == proofs::Playability::proved);
  report.enumeration.stuck = 1;
  CHECK(proofs::playability_of(report) == proofs::Playability::fails);
  report.enumeration = {};
  report.attack.stuck = 1;
  CHECK(proofs::playability_of(report) == proofs::Playability::fails);
}

}  // namespace tesuji::tests
