// Random rulesheets: reference reasoner, interpreter and native code agree. The long
// run of the same is tests/property/differential_main.cpp.
#include "tests/property/differential.h"
#include "frontend/gdl/syntax.h"
#include "tests/property/minimise.h"
#include "tests/property/random_rulesheet.h"
#include "tests/property/text_game.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace tesuji;
using namespace tesuji::tests;
using Kind = DifferentialOutcome::Kind;

namespace {

std::string sheet_text(std::uint64_t number) {
  ir::SymbolTable symbols;
  return frontend::print_rulesheet(random_rulesheet(number, symbols), frontend::Syntax::kif,
                                   symbols);
}

/// All engines and variants, on a sheet that has a name.
DifferentialOutcome compare_all(const std::string& kif) {
  DifferentialOptions options;
  options.optimised = options.infix = options.reread = true;
  return compare_engines(kif, options);
}

constexpr const char* frame = R"(
  (role a) (role b) (init p) (init (q 1))
  (<= (legal ?r noop) (role ?r))
  (<= (next ?x) (true ?x))
  (<= terminal (true (q 2)))
)";

}  // namespace

TEST_CASE("engines agree on random rulesheets", "[differential][random][slow]") {
  DifferentialOutcome total;
  for (std::uint64_t number = 1; number <= 150; ++number) {
    CAPTURE(number);
    const DifferentialOutcome outcome =
        compare_engines(sheet_text(number), differential_options(number));
    INFO(outcome.message);
    CHECK(outcome.kind == Kind::agreed);
    total.states += outcome.states;
    total.fluents += outcome.fluents;
    total.moves += outcome.moves;
  }
  // The sheets are not all empty.
  CHECK(total.states > 1'200);
  CHECK(total.fluents > 2'400);
  CHECK(total.moves > 2'400);
}

TEST_CASE("random rulesheets are the same for the same number", "[differential][random]") {
  CHECK(sheet_text(3) == sheet_text(3));
  CHECK(sheet_text(3) != sheet_text(4));
}

TEST_CASE("failures are minimised", "[differential][random]") {
  driver::Session session;
  const auto sheet = parse_text(
      "(p a) (p b) (<= (q ?x) (p ?x) (or (r ?x) (not (not (s ?x)))) (t ?x)) (<= (t ?x) (p ?x))",
      frontend::Syntax::kif, session);
  REQUIRE(sheet);
  const auto fails = [&](const frontend::Rulesheet& candidate) {
    return frontend::print_rulesheet(candidate, frontend::Syntax::kif, *session.symbols)
               .find("(s ?x)") != std::string::npos;
  };
  const frontend::Rulesheet smallest = minimise(*sheet, fails);
  CHECK(frontend::print_rulesheet(smallest, frontend::Syntax::kif, *session.symbols) ==
        "(<= (q ?x) (s ?x))\n");
}

// What random programs and fuzzing brought up, as small as it gets.

TEST_CASE("a relation negated for a constant that no rule gives it", "[differential][case]") {
  const auto outcome = compare_all(std::string(frame) + R"(
    (<= (goal a 50) (true p) (not (goal a 100)))
    (<= (goal b 0) (true p) (not (goal b 50)))
    (<= (goal b 50) (true (q 2)))
  )");
  INFO(outcome.message);
  CHECK(outcome.kind == Kind::agreed);
}

TEST_CASE("a relation that only its second argument stratifies", "[differential][case]") {
  const auto outcome = compare_all(std::string(frame) + R"(
    (<= (goal a 0) (role ?x) (not (goal ?x 100)) (not (goal a 100)))
    (<= (goal b 50) (true p))
    (<= (goal b 100) (true (q 2)))
    (<= (goal a 100) (goal a 100) (true (q 2)))
    (<= (next (r ?x)) (role ?x) (goal a 0) (not (goal b 50)) (not (goal b 100)))
  )");
  INFO(outcome.message);
  CHECK(outcome.kind == Kind::agreed);
}

TEST_CASE("a frame of many fluents whose exceptions are computed in calls",
          "[differential][case]") {
  const auto outcome = compare_all(R"(
    (role r0) (role r1) (col w)
    (idx 1) (idx 2) (idx 3) (idx 4) (idx 5) (idx 6) (idx 7)
    (jdx 1) (jdx 2) (jdx 3) (jdx 4) (jdx 5) (jdx 6) (jdx 7) (jdx 8) (jdx 9) (jdx 10) (jdx 11) (jdx 12) (jdx 13)
    (<= (init (cell ?x ?y b)) (idx ?x) (jdx ?y))
    (<= (legal r0 (put ?x ?c)) (idx ?x) (col ?c))
    (<= (legal r1 (mark ?x ?y)) (idx ?x) (jdx ?y) (true (cell ?x ?y b)))
    (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (hit ?y ?x)))
    (<= (next (cell ?x ?y ?c)) (does r0 (put ?x ?c)) (jdx ?y) (true (tri 5 ?x ?x)))
    (<= (next (tri ?x ?y ?y)) (does r1 (mark ?x ?y)))
    (<= (hit ?y ?x) (true (tri ?x ?z ?y)))
    (<= terminal (true (step 6)))
    (<= (goal ?r 2) (role ?r))
  )");
  INFO(outcome.message);
  CHECK(outcome.kind == Kind::agreed);
}

TEST_CASE("a negation that no constant stratifies ends in an error", "[differential][case]") {
  const auto outcome = compare_all(std::string(frame) + R"(
    (val 0) (val 100)
    (<= (goal ?r 0) (role ?r) (val ?x) (not (goal ?r ?x)))
    (<= (goal ?r 100) (role ?r) (true p))
  )");
  CHECK(outcome.kind == Kind::refused);
  CHECK(outcome.message.find("unstratified") != std::string::npos);
}

TEST_CASE("many disjunctions that leave a variable to each other to bind", "[differential]") {
  // 3 x 6 x 6 ways; ?y is bound by one disjunction or the other, or not at all.
  const DifferentialOutcome outcome = compare_all(std::string(frame) + R"(
    (f 1) (f 2) (g 2 3) (g 3 3) (h 3)
    (<= (goal ?r 0) (role ?r))
    (<= s (true p)) (<= t (not (true p)))
    (<= (next (q ?x))
        (or (f ?x) (g ?x 3) (h ?x))
        (or (g ?x ?y) s t (distinct ?x 1) (f 3) (not s))
        (or (h ?y) (f ?y) t (not t) (h 1) (g 3 ?x)))
  )");
  INFO(outcome.message);
  CHECK(outcome.kind == Kind::agreed);
  CHECK(outcome.states > 1);
}
