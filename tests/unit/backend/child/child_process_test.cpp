// Children: what they write comes while they run. Limits, and what becomes of those that do not
// end, are tested with clingo (clingo_test.cpp).
#include "backend/child/child_process.h"
#include "backend/temporary/temporary.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

using namespace tesuji;
using child::ChildResult;

namespace {

ChildResult run_script(const std::string& script, const std::function<bool(std::string_view)>& read,
                       const std::function<bool(std::string_view)>& read_errors) {
  return child::run_child("/bin/sh", {"-c", script}, "", {.seconds = 30}, read, read_errors);
}

}  // namespace

TEST_CASE("messages of a child come while it runs", "[child]") {
  // The child goes on when what it has written was read.
  const temporary::Folder folder("tesuji-child-test");
  const std::string read = folder.path_of("read");
  std::vector<std::string> parts;
  const auto add = [&](std::string_view text) {
    parts.emplace_back(text);
    std::ofstream(read + std::to_string(parts.size())) << "yes";
    return true;
  };
  const auto await = [&](int number) {
    return "; while [ ! -e " + read + std::to_string(number) + " ]; do sleep 0.01; done; ";
  };
  const ChildResult result = run_script(
      "echo first >&2" + await(1) + "echo out" + await(2) + "echo second >&2; exit 3", add, add);
  CHECK(parts == std::vector<std::string>{"first\n", "out\n", "second\n"});
  CHECK(result.end == ChildResult::End::exited);
  CHECK(result.code == 3);
  CHECK(result.errors == "first\nsecond\n");
}

TEST_CASE("a reader of messages ends a child that writes too many", "[child]") {
  std::size_t bytes = 0;
  const ChildResult result = run_script(
      "while :; do echo again >&2; done", [](std::string_view) { return true; },
      [&](std::string_view text) { return (bytes += text.size()) < 200'000; });
  CHECK(result.end == ChildResult::End::refused);
  CHECK(result.errors.size() == 65536);
}

TEST_CASE("without a reader of messages the first of them are kept", "[child]") {
  std::string output;
  const ChildResult result = run_script("echo out; echo why >&2",
                                        [&](std::string_view text) {
                                          output += text;
                                          return true;
                                        },
                                        {});
  CHECK(output == "out\n");
  CHECK(result.errors == "why\n");
}

TEST_CASE("variables of the environment can be kept from a child", "[child]") {
  REQUIRE(setenv("TESUJI_CHILD_TEST_A", "a", 1) == 0);
  REQUIRE(setenv("TESUJI_CHILD_OTHER", "b", 1) == 0);
  std::string output;
  child::ChildLimits limits;
  limits.seconds = 30;
  limits.hidden_variables = {"TESUJI_CHILD_TEST_", "TESUJI_NONE"};
  const ChildResult result = child::run_child(
      "/bin/sh", {"-c", "echo \"[$TESUJI_CHILD_TEST_A][$TESUJI_CHILD_OTHER]\"; test -n \"$PATH\""},
      "", limits, [&](std::string_view text) {
        output += text;
        return true;
      });
  CHECK(output == "[][b]\n");
  CHECK(result.code == 0);
  unsetenv("TESUJI_CHILD_TEST_A");
  unsetenv("TESUJI_CHILD_OTHER");
}
