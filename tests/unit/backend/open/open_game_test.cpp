// What C++ hosts open: rulesheets by every engine, IR text, plugins; or the reason why not.
#include "backend/open/open_game.h"
#include "runtime/host/playouts/playout.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <string>

using namespace tesuji;

namespace {

std::string example(const std::string& name) {
  return tests::source_dir() + "/examples/" + name;
}

/// Joint moves of a few playouts, by game alone: nothing else of the opened game is kept.
std::uint64_t steps(const driver::OpenedGame& opened) {
  runtime::PlayoutOptions options;
  options.count = 20;
  return runtime::run_playouts(*opened.game, options).steps;
}

}  // namespace

TEST_CASE("A rulesheet opens with every engine, and the game keeps what it needs", "[open_game]") {
  const std::uint64_t expected = steps(driver::open_game(example("nim.kif"), "interpreter"));
  for (const char* engine : {"jit", "tiers", "net", "net-jit", "auto", "reference"}) {
    CAPTURE(engine);
    const driver::OpenedGame opened = driver::open_game(example("nim.kif"), engine);
    REQUIRE(opened.game);
    CHECK(opened.messages.empty());
    CHECK(opened.game->name() == "nim");
    CHECK(steps(opened) == expected);
  }
}

TEST_CASE("What cannot be opened says why", "[open_game]") {
  const tests::Folder folder;
  const auto refusal = [](const std::string& path, std::string_view engine = "jit") {
    const driver::OpenedGame opened = driver::open_game(path, engine);
    CHECK_FALSE(opened.game);
    return opened.messages;
  };
  CHECK_THAT(refusal(example("nim.kif"), "jet"), Catch::Contains("unknown engine `jet`"));
  CHECK_THAT(refusal(folder.path / "none.kif"), Catch::Contains("none.kif"));
  CHECK_THAT(refusal(folder.path / "none.so"), Catch::Contains("none.so"));
  std::ofstream(folder.path / "bad.kif") << "(role r)\n(<= (legal r (mark ?x)) (true ?y))\n";
  const std::string messages = refusal(folder.path / "bad.kif");
  CHECK_THAT(messages, Catch::Contains("bad.kif:2:20: error: ?x is used in the head"));
  CHECK_THAT(messages, Catch::Contains("^^"));
  std::ofstream(folder.path / "bad.so") << "no library";
  CHECK_THAT(refusal(folder.path / "bad.so"), Catch::Contains("bad.so"));
}
