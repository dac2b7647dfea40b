// Faults that show only in play, in little games that have them.
#include "runtime/host/playouts/play_findings.h"
#include "backend/driver/driver.h"
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
    CHECK(finding.playout == 0);
    CHECK(finding.state == std::vector<std::string>{"(s 2)"});
    CHECK(finding.moves == std::vector<std::vector<std::string>>{{"go"}, {"go"}});
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
    CHECK(found.findings[0].state == std::vector<std::string>{"(s 1)"});
    CHECK(found.findings[0].moves == std::vector<std::vector<std::string>>{{"go", "go"}});
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
