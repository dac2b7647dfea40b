// What a summary says of small games, and what it must not say.
#include "backend/proofs/games/summary.h"
#include "backend/driver/session.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/observed.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <memory>
#include <string>

namespace tesuji {
namespace {

using driver::GameSummary;
using driver::Session;
using Kind = proofs::Claim::Kind;

/// The session is to outlive the summary.
GameSummary summary_of(const std::string& path, Session& session) {
  driver::SummaryRequest request;
  request.game.engine = driver::Engine::interpreter;
  request.seconds = 60;
  request.states = 2000;
  auto summary = driver::summarise(path, request, session);
  INFO(session.diagnostics.all().size() << " messages");
  REQUIRE(summary);
  CHECK(summary->verified->report.disagreements.empty());
  return std::move(*summary);
}

GameSummary summary_of_text(const std::string& rules, Session& session) {
  const tests::Folder folder;
  const std::string path = folder.path / "game.kif";
  std::ofstream(path) << rules;
  return summary_of(path, session);
}

/// Goes from 1 to `last` by what `after` says; over at `last`.
std::string counting(const std::string& after, const std::string& last) {
  return "(role r) (init (step 1)) (<= (legal r go) (true (step ?n)))\n" + after +
         "(<= (next (step ?m)) (true (step ?n)) (then ?n ?m))\n"
         "(<= terminal (true (step " +
         last + ")))\n(<= (goal r 100) (true (step ?n)))\n";
}

TEST_CASE("a counter gives the exact length", "[summary]") {
  Session session;
  const GameSummary found =
      summary_of_text(counting("(then 1 2) (then 2 3) (then 3 4) (then 4 5)\n", "4"), session);
  REQUIRE_FALSE(found.lengths.empty());
  CHECK(found.lengths.front().kind == Kind::advances);
  CHECK(found.lengths.front().most == 3);
  CHECK(found.lengths.front().least == 3);
  CHECK(found.playable.proof);
  CHECK(found.complete);
}

TEST_CASE("a counter along words gives the length, too", "[summary]") {
  Session session;
  std::string rules = counting("(then a b) (then b c) (then c d)\n", "c");
  rules.replace(rules.find("(step 1)"), 8, "(step a)");
  const GameSummary found = summary_of_text(rules, session);
  REQUIRE_FALSE(found.lengths.empty());
  CHECK(found.lengths.front().most == 2);
  CHECK(found.lengths.front().least == 2);
}

TEST_CASE("a counter that starts again bounds nothing", "[summary]") {
  Session session;
  const GameSummary found =
      summary_of_text(counting("(then 1 2) (then 2 3) (then 3 1)\n", "4"), session);
  CHECK(found.lengths.empty());
}

TEST_CASE("a counter that may stand still bounds nothing", "[summary]") {
  Session session;
  const GameSummary found = summary_of_text(
      "(role r) (init (step 1)) (legal r go) (legal r wait)\n(then 1 2) (then 2 3)\n"
      "(<= (next (step ?m)) (does r go) (true (step ?n)) (then ?n ?m))\n"
      "(<= (next (step ?n)) (does r wait) (true (step ?n)))\n"
      "(<= terminal (true (step 3)))\n(<= (goal r 100) (true (step ?n)))\n",
      session);
  CHECK(found.lengths.empty());
}

TEST_CASE("a counter that jumps has an upper bound alone", "[summary]") {
  Session session;
  const GameSummary found = summary_of_text(
      "(role r) (init (step 1)) (<= (legal r (to ?m)) (true (step ?n)) (less ?n ?m))\n"
      "(less 1 2) (less 1 3) (less 1 4) (less 2 3) (less 2 4) (less 3 4)\n"
      "(<= (next (step ?m)) (does r (to ?m)))\n"
      "(<= terminal (true (step 4)))\n(<= (goal r 100) (true (step ?n)))\n",
      session);
  REQUIRE_FALSE(found.lengths.empty());
  CHECK(found.lengths.front().kind == Kind::rises);
  CHECK(found.lengths.front().most == 3);
  CHECK(found.lengths.front().least == 0);
}

TEST_CASE("stones that stay bound the length by the squares", "[summary]") {
  Session session;
  const GameSummary found = summary_of(tests::example_path("noughts-and-crosses.kif"), session);
  REQUIRE_FALSE(found.lengths.empty());
  CHECK(found.lengths.front().kind == Kind::fills);
  CHECK(found.lengths.front().most == 9);
  REQUIRE(found.goal_sum);
  CHECK(found.goal_sum->first == 100);
  CHECK(found.unique_goals.proof);
  REQUIRE(found.turns);
  CHECK(found.turns->turns.size() == 2);
  for (const driver::Turn& turn : found.turns->turns) {
    REQUIRE(turn.movers.size() == 1);
    CHECK(turn.next);
  }
  CHECK(found.symmetries.unknown.empty());
  CHECK_FALSE(found.symmetries.generators.empty());
  CHECK(found.roles.generators.size() == 1);
  CHECK(found.but_for_start);
}

TEST_CASE("goals that add up to another sum", "[summary]") {
  Session session;
  const GameSummary found = summary_of_text(
      "(role a) (role b) (init on) (legal a left) (legal a right) (legal b left) (legal b right)\n"
      "(<= (next off) (does a ?m) (does b ?m))\n(<= (next even) (does a left) (does b right))\n"
      "(<= (next even) (does a right) (does b left))\n(<= terminal (not (true on)))\n"
      "(<= (goal a 40) (true off)) (<= (goal b 20) (true off))\n"
      "(<= (goal a 0) (true even)) (<= (goal b 60) (true even))\n",
      session);
  REQUIRE(found.goal_sum);
  CHECK(found.goal_sum->first == 60);
  CHECK_FALSE(found.turn_taking.proof);
  CHECK_FALSE(found.turns);
  // Its goals tell the roles apart.
  CHECK(found.roles.generators.empty());
}

TEST_CASE("chance has no goals that are added up", "[summary]") {
  Session session;
  const std::string toss =
      "(role a) (role random) (init on) (legal a wait) (legal random heads) (legal random tails)\n"
      "(<= (next up) (does random heads)) (<= (next down) (does random tails))\n"
      "(<= terminal (not (true on)))\n(<= (goal a 100) (true up)) (<= (goal a 0) (true down))\n";
  const GameSummary alone = summary_of_text(toss, session);
  CHECK_FALSE(alone.goal_sum);
  CHECK(alone.unique_goals.proof);
  const GameSummary against = summary_of_text(
      "(role b) (legal b wait) (<= (goal b 0) (true up)) (<= (goal b 100) (true down))\n" + toss,
      session);
  REQUIRE(against.goal_sum);
  CHECK(against.goal_sum->first == 100);
  CHECK(against.unique_goals.proof);
}

TEST_CASE("roles that do the same at the same time change places at once", "[summary]") {
  Session session;
  const GameSummary found = summary_of_text(
      "(role a) (role b) (init on) (<= (legal ?r left) (role ?r)) (<= (legal ?r right) (role ?r))\n"
      "(<= (next (chosen ?r ?m)) (does ?r ?m))\n(<= terminal (not (true on)))\n"
      "(<= (goal ?r 100) (true (chosen ?r left)))\n(<= (goal ?r 0) (true (chosen ?r right)))\n",
      session);
  CHECK(found.roles.generators.size() == 1);
  CHECK_FALSE(found.but_for_start);
}

TEST_CASE("fluents that never change, and latches", "[summary]") {
  Session session;
  const GameSummary found = summary_of_text(
      "(role r) (init (wall 1)) (init (lamp 1)) (light 1) (light 2) (light 3)\n"
      "(<= (legal r (turn ?x)) (light ?x)) (<= (next (wall 1)) (true (wall 1)))\n"
      "(<= (next (lamp ?x)) (true (lamp ?x))) (<= (next (lamp ?x)) (does r (turn ?x)))\n"
      "(<= terminal (true (lamp 1)) (true (lamp 2)) (true (lamp 3)))\n"
      "(<= (goal r 100) terminal)\n",
      session);
  std::size_t always = 0;
  std::size_t set_once = 0;
  for (const driver::FluentChanges& changes : found.changes) {
    always += changes.always.size();
    set_once += changes.set_once.size();
    CHECK(changes.cleared_once.empty());
  }
  CHECK(always == 2);
  CHECK(set_once == 2);
  // Lamps may be turned on again, so that no play must end.
  CHECK(found.lengths.empty());
}

}  // namespace
}  // namespace tesuji
