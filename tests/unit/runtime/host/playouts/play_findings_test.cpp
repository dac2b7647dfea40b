// Faults that show only in play, in little games that have them.
#include "runtime/host/playouts/play_findings.h"
#include "backend/driver/load.h"
#include "runtime/host/playouts/simulation.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

using namespace tesuji;
using runtime::PlayFault;
using runtime::PlayFinding;

namespace {

/// A game with the given clauses besides those that make it end after two moves of `r`.
driver::LoadedGame load(const std::string& clauses, driver::Engine engine) {
  const tests::Folder folder;
  const std::filesystem::path path = folder.path / "game.kif";
  std::ofstream(path) << "(role r) (init (s 0)) (succ 0 1) (succ 1 2)\n"
                         "(<= (next (s ?y)) (true (s ?x)) (succ ?x ?y))\n"
                         "(<= terminal (true (s 2)))\n"
                      << clauses;
  driver::Options options;
  options.engine = engine;
  driver::Session session;
  auto game = driver::load_game(path.string(), options, session);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  return *game;
}

runtime::PlayFindings find(const driver::LoadedGame& game, std::uint64_t playouts = 5) {
  return runtime::find_play_faults(*game.game, {.seed = 1, .count = playouts, .step_limit = 100});
}

}  // namespace

TEST_CASE("play findings", "[runtime][findings]") {
  const auto engine = GENERATE(driver::Engine::interpreter, driver::Engine::jit);
  const std::string go = "(<= (legal r go) (true (s ?x)))";
  SECTION("none") {
    const auto found = find(load(go + "(goal r 100)", engine));
    CHECK(found.findings.empty());
    CHECK(found.playouts == 5);
    CHECK(found.steps == 10);
    CHECK(found.cut == 0);
  }
  SECTION("no goal at the end") {
    const auto found = find(load(go + "(<= (goal r 100) (true (s 1)))", engine));
    REQUIRE(found.findings.size() == 1);
    const PlayFinding& finding = found.findings[0];
    CHECK(finding.fault == PlayFault::goal_missing);
    CHECK(std::string(code_of(finding.fault)) == "goal-missing");
    CHECK(finding.role == 0);
    CHECK(finding.count == 5);
    CHECK(finding.shortest.playout == 0);
    CHECK(finding.shortest.state == std::vector<std::string>{"(s 2)"});
    CHECK(finding.shortest.moves == std::vector<std::vector<std::string>>{{"go"}, {"go"}});
  }
  SECTION("several goals, one of them a term that is no value") {
    const auto found =
        find(load(go + "(goal r 50) (<= (goal r (plus 50 ?x)) (true (s ?x)))", engine));
    REQUIRE(found.findings.size() == 2);
    CHECK(found.findings[0].fault == PlayFault::goal_several);
    CHECK(found.findings[0].goals == std::vector<std::string>{"50", "(plus 50 2)"});
    CHECK(found.findings[1].fault == PlayFault::goal_value);
  }
  SECTION("goals that are terms only") {
    const auto game = load(go + "(<= (goal r (points ?x)) (true (s ?x)))", engine);
    const auto found = find(game);
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings[0].fault == PlayFault::goal_value);
    CHECK(found.findings[0].goals == std::vector<std::string>{"(points 2)"});
    std::vector<int> values(1);
    game.game->goal_values(game.game->initial(), *game.game->make_scratch(), values);
    CHECK(values[0] == -1);
  }
  SECTION("a number out of range") {
    const auto found = find(load(go + "(goal r 101)", engine));
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings[0].fault == PlayFault::goal_value);
  }
  SECTION("no legal move, for one role of two") {
    const auto found =
        find(load("(role q) (<= (legal q go) (true (s 0)))"
                  "(legal r go) (goal r 0) (goal q 0)",
                  engine));
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings[0].fault == PlayFault::no_legal);
    CHECK(found.findings[0].role == 1);
    CHECK(found.findings[0].shortest.state == std::vector<std::string>{"(s 1)"});
    CHECK(found.findings[0].shortest.moves == std::vector<std::vector<std::string>>{{"go", "go"}});
  }
  SECTION("chance needs no goal") {
    CHECK(find(load("(role random) (<= (legal ?r go) (role ?r)) (goal r 0)", engine))
              .findings.empty());
  }
  SECTION("moves and goals of what is no role are nobody's") {
    const auto found = find(load(go + "(goal r 0) (goal (team r) 7) (legal (team r) stay)"
                                      "(<= (next (t ?x)) (does (team ?x) stay))",
                                 engine));
    CHECK(found.findings.empty());
  }
  SECTION("games that do not end are cut") {
    const auto game = load(
        "(<= (next again) (true ?x)) (<= (next (s 0)) (true (s 1)))"
        "(legal r go) (goal r 0)",
        engine);
    const auto found =
        runtime::find_play_faults(*game.game, {.seed = 1, .count = 3, .step_limit = 1});
    CHECK(found.cut == 3);
    CHECK(found.steps == 3);
  }
}

TEST_CASE("play findings: the same games as simulate plays", "[runtime][findings]") {
  driver::Session session;
  const auto game = driver::load_game(tests::source_dir() + "/examples/hexapawn3.kif", {}, session);
  REQUIRE(game);
  const auto found = runtime::find_play_faults(*game->game, {.seed = 7, .count = 50});
  const auto statistics = runtime::run_playouts(*game->game, {.seed = 7, .count = 50});
  CHECK(found.findings.empty());
  CHECK(found.steps == statistics.steps);
  const std::atomic<bool> stop{true};
  CHECK(runtime::find_play_faults(*game->game, {.count = 50}, &stop).playouts == 0);
}

namespace {

/// Six steps to the right in a row end the game without a goal.
const std::string rare_end =
    "(role r) (init (at 0)) (init (step 0)) (way left) (way right) (way up)\n"
    "(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)\n"
    "(<= (legal r ?w) (way ?w))\n"
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (does r right))\n"
    "(<= (next (at 0)) (does r ?w) (distinct ?w right))\n"
    "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n"
    "(<= terminal (true (at 6)))\n"
    "(<= terminal (true (step 7)))\n"
    "(<= (goal r 0) (true (at ?x)) (distinct ?x 6))\n";

driver::LoadedGame load_sheet(const std::string& text) {
  const tests::Folder folder;
  const std::filesystem::path path = folder.path / "game.kif";
  std::ofstream(path) << text;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  driver::Session session;
  auto game = driver::load_game(path.string(), options, session);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  return *game;
}

}  // namespace

TEST_CASE("short plays: rare ends, and all states", "[runtime][findings]") {
  const auto game = load_sheet(rare_end);
  SECTION("what no playout shows") {
    runtime::PlayFindings found;
    runtime::look_at_short_plays(*game.game, 1'000, found);
    REQUIRE(found.findings.size() == 1);
    const PlayFinding& finding = found.findings[0];
    CHECK(finding.fault == PlayFault::goal_missing);
    CHECK(finding.count == 0);
    CHECK_FALSE(finding.shortest.playout);
    CHECK(finding.shortest.state == std::vector<std::string>{"(at 6)", "(step 6)"});
    CHECK(finding.shortest.moves == std::vector<std::vector<std::string>>(6, {"right"}));
    REQUIRE(found.states);
    CHECK(*found.states == 1 + 2 + 3 + 4 + 5 + 6 + 7 + 7);
    CHECK(found.ends);
  }
  SECTION("a limit on states") {
    runtime::PlayFindings found;
    runtime::look_at_short_plays(*game.game, 10, found);
    CHECK(found.findings.empty());
    CHECK_FALSE(found.states);
  }
  SECTION("a play that is no shorter changes nothing") {
    runtime::PlayFindings found;
    runtime::look_at_short_plays(*game.game, 1'000, found);
    found.findings[0].shortest.playout = 5;
    runtime::look_at_short_plays(*game.game, 1'000, found);
    CHECK(found.findings.size() == 1);
    CHECK(found.findings[0].shortest.playout == 5);
  }
}

TEST_CASE("play findings: the shortest playout, and sums of goals", "[runtime][findings]") {
  const auto game = load_sheet(
      "(role a) (role b) (init (s 0)) (succ 0 1) (succ 1 2) (succ 2 3)\n"
      "(<= (legal a stop) (true (s ?x))) (<= (legal a go) (true (s ?x))) (legal b wait)\n"
      "(<= (next (s ?y)) (true (s ?x)) (succ ?x ?y)) (<= (next over) (does a stop))\n"
      "(<= terminal (true over)) (<= terminal (true (s 3)))\n"
      "(<= (goal a 100) (true over)) (goal b 0)\n");
  const auto found = runtime::try_play_faults(*game.game, {.count = 50, .step_limit = 10}, 1'000);
  REQUIRE(found.findings.size() == 1);
  CHECK(found.findings[0].fault == PlayFault::goal_missing);
  CHECK(found.findings[0].shortest.moves.size() == 3);
  REQUIRE(found.goal_sums.contains(100));
  CHECK(found.goal_sums.at(100).shortest.moves ==
        std::vector<std::vector<std::string>>{{"stop", "wait"}});
  CHECK(found.goal_sums.at(100).shortest.state == std::vector<std::string>{"(s 1)", "over"});
  CHECK(found.given_up == 0);
  // All steps are used up within a playout.
  CHECK(runtime::try_play_faults(*game.game, {.count = 1, .step_limit = 10}, 0).playouts == 0);
}
