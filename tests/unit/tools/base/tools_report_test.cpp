#include "tools/base/command.h"

#include "tools/base/json.h"
#include "tools/base/report.h"

#include <catch2/catch.hpp>

using tesuji::ir::Diagnostics;
using tesuji::ir::SourceMap;
using namespace tesuji::tools;

TEST_CASE("exit codes follow from what was reported", "[tools]") {
  const SourceMap sources;
  Diagnostics diagnostics(sources);
  CHECK(exit_code_of(diagnostics) == exit_ok);
  diagnostics.warning({}, "undefined", "w");
  CHECK(exit_code_of(diagnostics) == exit_ok);
  diagnostics.error({}, "limit", "l");
  CHECK(exit_code_of(diagnostics) == exit_limit);
  diagnostics.error({}, "parse", "p");
  CHECK(exit_code_of(diagnostics) == exit_input);
  Diagnostics misuse(sources);
  misuse.error({}, "usage", "u");
  CHECK(exit_code_of(misuse) == exit_usage);
  diagnostics.error({}, "ir", "i");
  CHECK(exit_code_of(diagnostics) == exit_bug);
  CHECK(exit_code_of(diagnostics, true) == exit_input);
}

TEST_CASE("each code has one to blame, and that an exit code", "[tools]") {
  CHECK(exit_code_of(blame_of("ir")) == exit_bug);
  CHECK(exit_code_of(blame_of("usage")) == exit_usage);
  CHECK(exit_code_of(blame_of("limit")) == exit_limit);
  CHECK(exit_code_of(blame_of("anything")) == exit_input);
  CHECK(worse_exit_code(exit_ok, exit_limit) == exit_limit);
  CHECK(worse_exit_code(exit_usage, exit_limit) == exit_usage);
  CHECK(worse_exit_code(exit_usage, exit_input) == exit_input);
  CHECK(worse_exit_code(exit_bug, exit_input) == exit_bug);
}

TEST_CASE("diagnostics as JSON carry their ranges and notes", "[tools]") {
  SourceMap sources;
  const auto file = sources.add("a.kif", "(p ?x)\n");
  Diagnostics diagnostics(sources);
  diagnostics.error({file, {1, 4}, {1, 6}}, "unsafe", "no value")
      .notes.push_back({{file, {1, 1}, {1, 2}}, "here"});
  diagnostics.error({}, "io", "gone");
  const Json json = to_json(diagnostics);
  REQUIRE(json.size() == 2);
  CHECK(json[0]["severity"] == "error");
  CHECK(json[0]["code"] == "unsafe");
  CHECK(json[0]["file"] == "a.kif");
  CHECK(json[0]["line"] == 1);
  CHECK(json[0]["column"] == 4);
  CHECK(json[0]["end_column"] == 6);
  CHECK(json[0]["notes"][0]["message"] == "here");
  CHECK_FALSE(json[1].contains("file"));
}
