// Which recursion ends, and in few calls.
#include "passes/calls/choose_calls.h"

#include "ir/text/text.h"

#include <catch2/catch.hpp>

#include <memory>
#include <string>

using namespace tesuji;

namespace {

/// Whether `walk(X, Y, Z)` with these rules can be called with the columns given that are `b`.
bool ends(const std::string& rules, const std::string& given) {
  const std::string text =
      "tir 2\nlevel clauses\ngame \"walk\"\nroles w\n"
      "domain side = {1 .. 5}\n"
      "relation true.at(side) state term \"(at ?)\"\n"
      "relation up(side, side) static\nrelation round(side, side) static\n"
      "relation two(side, side) static\nrelation gap(side, side, side) static\n"
      "relation twin(side, side, side) static\n"
      "relation walk(side, side, side) derived\n"
      "facts up { (1, 2) (2, 3) (3, 4) (4, 5) }\n"
      "facts round { (1, 2) (2, 3) (3, 1) }\n"
      "facts two { (1, 2) (1, 3) (2, 4) (3, 4) }\n"
      "facts gap { (1, 1, 2) (1, 2, 3) (2, 2, 1) }\n"
      "facts twin { (1, 1, 2) (2, 1, 2) (1, 2, 3) }\n" +
      rules;
  const auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  const auto module = ir::parse(sources->add("test.tir", text), sources, diagnostics);
  INFO(text << diagnostics.render());
  REQUIRE(module);
  std::vector<std::uint32_t> all;
  for (std::uint32_t r = 0; r < module->rules.size(); ++r) all.push_back(r);
  std::vector<bool> columns;
  for (const char c : given) columns.push_back(c == 'b');
  return passes::calls_end(*module, module->find_relation("walk"), all, columns);
}

std::string rule(const std::string& name, const std::string& body) {
  return "rule '" + name + "' at \"t.kif\":1:1-2 {\nwalk(X, Y, Z)\nif " + body + "\n}\n";
}

}  // namespace

TEST_CASE("calls end without recursion", "[passes][calls]") {
  CHECK(ends(rule("walk#1", "up(X, Y)\nand up(Y, Z)"), "bbf"));
}

TEST_CASE("calls end where a column goes up by facts", "[passes][calls]") {
  const std::string base = rule("walk#1", "up(X, Y)\nand true.at(Z)");
  CHECK(ends(base + rule("walk#2", "up(X, U)\nand walk(U, Y, Z)"), "bfb"));
  CHECK(ends(base + rule("walk#2", "up(U, X)\nand walk(U, Y, Z)"), "bbb"));
  // Not where they come back, where one value has two next ones, or no facts tell.
  CHECK_FALSE(ends(base + rule("walk#2", "round(X, U)\nand walk(U, Y, Z)"), "bfb"));
  CHECK_FALSE(ends(base + rule("walk#2", "two(X, U)\nand walk(U, Y, Z)"), "bfb"));
  CHECK_FALSE(ends(base + rule("walk#2", "true.at(U)\nand walk(U, Y, Z)"), "bfb"));
  // Two rules that go opposite ways come back together.
  CHECK_FALSE(ends(base + rule("walk#2", "up(X, U)\nand walk(U, Y, Z)") +
                       rule("walk#3", "up(U, X)\nand walk(U, Y, Z)"),
                   "bfb"));
  // One column that goes up is enough, if the other one has one next value.
  CHECK(ends(base + rule("walk#2", "up(X, U)\nand round(Z, V)\nand walk(U, Y, V)"), "bfb"));
  CHECK_FALSE(ends(base + rule("walk#2", "up(X, U)\nand two(Z, V)\nand walk(U, Y, V)"), "bfb"));
}

TEST_CASE("facts that constants leave out are no steps", "[passes][calls]") {
  const std::string base = rule("walk#1", "up(X, Y)\nand true.at(Z)");
  CHECK(ends(base + rule("walk#2", "gap(1, X, U)\nand walk(U, Y, Z)"), "bfb"));
  CHECK_FALSE(ends(base + rule("walk#2", "gap(_, X, U)\nand walk(U, Y, Z)"), "bfb"));
}

TEST_CASE("facts that have a step twice make two calls of it", "[passes][calls]") {
  const std::string base = rule("walk#1", "up(X, Y)\nand true.at(Z)");
  CHECK(ends(base + rule("walk#2", "twin(1, X, U)\nand walk(U, Y, Z)"), "bfb"));
  CHECK_FALSE(ends(base + rule("walk#2", "twin(V, X, U)\nand walk(U, Y, Z)"), "bfb"));
  // Another literal has it once.
  CHECK(ends(base + rule("walk#2", "twin(V, X, U)\nand up(X, U)\nand walk(U, Y, Z)"), "bfb"));
}

TEST_CASE("calls with the same values are rounds of one call", "[passes][calls]") {
  const std::string base = rule("walk#1", "up(X, Y)\nand true.at(Z)");
  CHECK(ends(base + rule("walk#2", "round(X, U)\nand walk(U, Y, Z)"), "fbb"));
  // Not together with calls with others, nor twice in one rule.
  CHECK_FALSE(ends(base + rule("walk#2", "round(X, U)\nand walk(U, Y, Z)") +
                       rule("walk#3", "up(Y, U)\nand walk(X, U, Z)"),
                   "fbb"));
  CHECK_FALSE(ends(base + rule("walk#2", "walk(U, Y, Z)\nand walk(X, U, Z)"), "ffb"));
}

TEST_CASE("calls must not be too many", "[passes][calls]") {
  std::string rules = rule("walk#1", "up(X, Y)\nand true.at(Z)");
  // Each of nine rules may go on in each of four steps: 6,561 ways.
  for (int r = 2; r < 11; ++r) {
    CHECK(ends(rules, "bfb"));
    rules += rule("walk#" + std::to_string(r), "up(X, U)\nand walk(U, Y, Z)");
  }
  CHECK_FALSE(ends(rules, "bfb"));
}
