// Recorded games, replayed by games side by side.
#include "tests/unit/support/vector_replay.h"
#include "tests/corpus/corpus_files.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

using namespace tesuji;
using tests::VectorReplay;

namespace {

std::string corpus() {
  return tests::shared_dir() + "/corpus/dev/";
}

VectorReplay replay(const std::string& name, std::size_t games, std::uint32_t lanes, bool joint) {
  return tests::replay_in_vector(corpus() + name + ".kif", corpus() + name + ".trace.json", games,
                                 lanes, joint, 1);
}

}  // namespace

TEST_CASE("The examples' traces, in all widths, by seats of turns and of roles", "[steps]") {
  for (const char* name : {"noughts-and-crosses", "monty-hall", "goofspiel", "kuhn-poker"}) {
    const std::string trace = tests::source_dir() + "/tests/traces/" + name + ".trace.json";
    for (const std::uint32_t lanes : {0U, 64U, 256U}) {
      for (const bool joint : {false, true}) {
        CAPTURE(name, lanes, joint);
        const VectorReplay report = tests::replay_in_vector(
            tests::source_dir() + "/examples/" + name + ".kif", trace, 70, lanes, joint, 2);
        CHECK(report.skipped.empty());
        CHECK(report.difference.empty());
        CHECK(report.states > 70);
        CHECK(report.ends > 0);
        CHECK(report.lanes != 0);
      }
    }
  }
}

TEST_CASE("Traces of the corpus, each game among 511 others at other steps",
          "[steps][corpus][slow]") {
  if (!tests::have_corpus(corpus())) return;
  for (const char* name :
       {"ticTacToe",     "connectFour",   "breakthrough",     "eightPuzzle",
        "pentago",       "reversi",       "knightThrough",    "2pffa",
        "3pConnectFour", "blocker",       "biddingTicTacToe", "chinook",
        "ticTacHeaven",  "pawnWhopping",  "sheepAndWolf",     "buttons",
        "hanoi",         "nim1",          "roshambo2",        "connectFourSimultaneous",
        "conn4",         "bender.Tetris", "battle",           "doubletictactoe",
        "dotsAndBoxes"}) {
    for (const bool joint : {false, true}) {
      CAPTURE(name, joint);
      const VectorReplay report = replay(name, 512, 0, joint);
      CHECK(report.skipped.empty());
      CHECK(report.difference.empty());
      CHECK(report.states > 512);
    }
  }
}

// Run with `unit_tests "[.steps-corpus]"`; prints a line for each sheet.
TEST_CASE("All traces of the corpus", "[.steps-corpus]") {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(corpus())) {
    if (entry.path().extension() == ".kif") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  REQUIRE(!names.empty());
  std::size_t states = 0;
  for (const std::string& name : names) {
    const VectorReplay report = replay(name, 512, 0, false);
    CAPTURE(name);
    CHECK(report.difference.empty());
    states += report.states;
    std::printf("%s: %zu states, %zu ends, %u lanes%s %s%s\n", name.c_str(), report.states,
                report.ends, report.lanes, report.turns ? ", turns" : "", report.skipped.c_str(),
                report.difference.c_str());
    std::fflush(stdout);
  }
  std::printf("%zu states in all\n", states);
}
