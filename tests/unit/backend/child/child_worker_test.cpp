// Workers: which of a child's lines is the answer.
#include "backend/child/child_worker.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace tesuji;
using child::ChildResult;
using child::ChildWorker;

namespace {

/// Answers a line by news, the line itself, and news that come after it.
constexpr const char* script =
    "while read -r line; do echo news; echo \"answer $line\"; echo more; done";

bool is_answer(std::string_view line) {
  return line.starts_with("answer ");
}

}  // namespace

TEST_CASE("a worker's answer is its first line", "[child]") {
  ChildWorker worker("/bin/sh", {"-c", script}, 0);
  for (int i = 0; i < 3; ++i) {
    const auto reply = worker.ask({.line = "x", .seconds = 30, .most_bytes = 1000});
    REQUIRE(reply.answer);
    // Later, rests of earlier answers may come first.
    if (i == 0) CHECK(*reply.answer == "news");
    CHECK((*reply.answer == "news" || *reply.answer == "answer x" || *reply.answer == "more"));
  }
}

TEST_CASE("other lines than the answer are skipped, before it and after the last one", "[child]") {
  ChildWorker worker("/bin/sh", {"-c", script}, 0);
  for (const char* const line : {"one", "two", "three"}) {
    const auto reply =
        worker.ask({.line = line, .seconds = 30, .most_bytes = 1000, .is_answer = is_answer});
    REQUIRE(reply.answer);
    CHECK(*reply.answer == "answer " + std::string(line));
  }
  // Several lines, of which the last one's answer is wanted.
  const auto reply =
      worker.ask({.line = "four\nfive",
                  .seconds = 30,
                  .most_bytes = 1000,
                  .is_answer = [](std::string_view line) { return line == "answer five"; }});
  CHECK(reply.answer == "answer five");
}

TEST_CASE("a worker without an answer is ended at the limits", "[child]") {
  ChildWorker silent("/bin/sh", {"-c", script}, 0);
  const auto never = [](std::string_view) { return false; };
  const auto reply =
      silent.ask({.line = "x", .seconds = 0.3, .most_bytes = 1000, .is_answer = never});
  CHECK_FALSE(reply.answer);
  CHECK(reply.result.end == ChildResult::End::out_of_time);
  CHECK_FALSE(silent.is_alive());
}
