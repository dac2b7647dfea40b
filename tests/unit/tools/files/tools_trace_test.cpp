#include "tests/unit/support/words.h"
#include "tools/files/trace.h"

#include <catch2/catch.hpp>

using tesuji::ir::Diagnostics;
using tesuji::ir::SourceMap;
using namespace tesuji::tools;

namespace {

std::optional<Trace> read(const std::string& text, std::string* message = nullptr) {
  SourceMap sources;
  const auto file = sources.add("t.json", text);
  Diagnostics diagnostics(sources);
  auto trace = read_trace(file, diagnostics);
  CHECK(trace.has_value() == !diagnostics.has_errors());
  if (message != nullptr && diagnostics.has_errors()) *message = diagnostics.render();
  return trace;
}

const std::string head = R"j({"format":"gdl-trace/1","game":"g","kif_fnv":"00000000000000ff",)j"
                         R"j("roles":["a","b"],)j";

}  // namespace

TEST_CASE("a trace is read with all its parts", "[tools][trace]") {
  const auto trace = read(head + R"j("perft":[{"d":1,"seq":"9","sum":"ffffffffffffffff"}],
      "playouts":[{"end":"terminal","steps":[
        {"n":2,"h":"0123456789abcdef","l":[[9,"01"],[1,"02"]],"t":0,"g":[[],["100"]],
         "F":["(p 1)","q"],"L":[["x"],["noop"]],"m":["x","noop"],
         "s":[["(at 1)"],[]]},
        {"n":0,"h":"cbf29ce484222325","l":[[0,"cbf29ce484222325"],[0,"cbf29ce484222325"]],
         "t":1,"g":[["0"],["100"]]}]
}]
})j");
  REQUIRE(trace);
  CHECK(trace->rulesheet_hash == 255);
  CHECK(trace->roles == std::vector<std::string>{"a", "b"});
  REQUIRE(trace->perft.size() == 1);
  CHECK(trace->perft[0].sequences == "9");
  CHECK(trace->perft[0].sum == ~std::uint64_t{0});
  CHECK_FALSE(trace->perft[0].distinct);
  REQUIRE(trace->playouts.size() == 1);
  REQUIRE(trace->playouts[0].size() == 2);
  const TraceStep& first = trace->playouts[0][0];
  CHECK(first.fluents->count == 2);
  CHECK(first.fluents->hash == 0x0123456789abcdef);
  CHECK(first.legal->at(1).hash == 2);
  CHECK(*first.goals == std::vector<std::vector<std::string>>{{}, {"100"}});
  CHECK(*first.all_fluents == std::vector<std::string>{"(p 1)", "q"});
  CHECK(first.joint_move == std::vector<std::string>{"x", "noop"});
  CHECK(*first.percepts == std::vector<std::vector<std::string>>{{"(at 1)"}, {}});
  CHECK_FALSE(trace->playouts[0][1].percepts);
  CHECK(trace->playouts[0][1].terminal == true);
  CHECK_FALSE(trace->playouts[0][1].all_legal);
}

TEST_CASE("what is no trace is refused with a reason and a place", "[tools][trace]") {
  std::string message;
  CHECK_FALSE(read("{\"format\":\n  oops", &message));
  CHECK(message.find("t.json:2:3: error:") != std::string::npos);
  CHECK_FALSE(read("", &message));
  CHECK_FALSE(read("[]", &message));
  CHECK_FALSE(read("\xff\xfe\x00\x01", &message));
  CHECK_FALSE(read(R"j({"format":"gdl-trace/2"})j", &message));
  tesuji::tests::check_words(message);
  CHECK_FALSE(read(head + R"j("playouts":[{"steps":[{"n":1,"h":"xyz","l":[],"t":0,"g":[]}]}]})j",
                   &message));
  tesuji::tests::check_words(message);
}

TEST_CASE("a step that lacks a role is refused, not read out of bounds", "[tools][trace]") {
  std::string message;
  CHECK_FALSE(read(head + R"j("playouts":[{"steps":[
      {"n":0,"h":"0","l":[[0,"0"]],"t":0,"g":[[],[]]}]}]})j",
                   &message));
  tesuji::tests::check_words(message);
  CHECK_FALSE(read(head + R"j("playouts":[{"steps":[
      {"n":0,"h":"0","l":[[0,"0"],[0,"0"]],"t":0,"g":[[],[]],"m":["x"]},
      {"n":0,"h":"0","l":[[0,"0"],[0,"0"]],"t":0,"g":[[],[]]}]}]})j",
                   &message));
}
