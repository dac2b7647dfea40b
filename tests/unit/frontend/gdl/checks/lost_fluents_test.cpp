// What counts as a fluent that got lost by mistake.
#include "frontend/gdl/checks/lost_fluents.h"
#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/syntax.h"

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tesuji::frontend {
namespace {

/// The lost fluent of one joint move, `game STEP`; empty where there is none.
std::string lost(const std::string& rules, const PlayedGame& game) {
  ir::SourceMap sources;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics(sources);
  auto sheet = parse_rulesheet(sources.add("test.kif", "(role r) (role s)\n" + rules), Syntax::kif,
                               symbols, diagnostics);
  REQUIRE(sheet);
  normalise(*sheet);
  const std::vector<LostFluent> found = lost_fluents(*sheet, symbols, {game});
  if (found.empty()) return {};
  CHECK(found.size() == 1);
  CHECK_FALSE(found.front().keeping.empty());
  std::string text = symbols.text(found.front().fluent.name);
  for (const Term& argument : found.front().fluent.args) text += " " + symbols.text(argument.name);
  return text;
}

const std::vector<std::string> board = {"(cell 1 b)", "(cell 2 b)", "(cell 3 b)", "(cell 4 x)"};

const std::string keep_marks =
    "(<= (next (cell ?n ?w)) (true (cell ?n ?w)) (distinct ?w b))\n"
    "(<= (next (cell ?n x)) (does r (mark ?n)))\n";

}  // namespace

TEST_CASE("a place of a board that no rule is about is lost", "[frontend]") {
  const PlayedGame game{{board, {"(cell 1 x)", "(cell 4 x)"}}, {{"(mark 1)", "noop"}}};
  CHECK(lost(keep_marks, game) == "cell 2 b");
  SECTION("a rule that may be about it explains that it is gone") {
    CHECK(lost(keep_marks + "(<= (next (cell ?n b)) (does ?p (mark ?m)) (true (cell ?n b)) "
                            "(distinct ?n ?m) (not (removed ?n)))",
               game)
              .empty());
    CHECK(lost(keep_marks + "(<= (next (cell ?n ?v)) (other ?n ?v))", game).empty());
    CHECK(lost(keep_marks + "(<= (next ?f) (other ?f))", game).empty());
  }
  SECTION("but not one that is about another move, role or value") {
    CHECK(lost(keep_marks + "(<= (next (cell ?n b)) (does s (mark ?m)) (true (cell ?n b)))",
               game) == "cell 2 b");
    CHECK(lost(keep_marks + "(<= (next (cell ?n b)) (true (turn s)) (true (cell ?n b)))", game) ==
          "cell 2 b");
    CHECK(lost(keep_marks + "(piece x) (<= (next (cell ?n ?v)) (piece ?v) (true (cell ?n ?v)))",
               game) == "cell 2 b");
  }
  SECTION("without a rule that keeps any, all are lost: another warning says so") {
    CHECK(lost("(<= (next (cell ?n x)) (does r (mark ?n)))", game).empty());
  }
}

TEST_CASE("a place that has another value is not lost", "[frontend]") {
  CHECK(lost(keep_marks, {{board, {"(cell 1 x)", "(cell 2 o)", "(cell 3 o)", "(cell 4 x)"}},
                          {{"(mark 1)", "noop"}}})
            .empty());
}

TEST_CASE("what is no board is not judged", "[frontend]") {
  const std::vector<std::string> pieces = {"(cell 1 b)", "(cell 2 b)", "(cell 2 x)", "(cell 4 x)"};
  CHECK(lost(keep_marks, {{pieces, {"(cell 4 x)"}}, {{"(mark 1)", "noop"}}}).empty());
}

TEST_CASE("what belongs to a role is lost where that role has nothing more", "[frontend]") {
  const std::string keep = "(<= (next (hand r ?c)) (true (hand r ?c)) (not (does r (drop ?c))))\n";
  const PlayedGame game{
      {{"(hand r ace)", "(hand r king)", "(hand s queen)", "(hand s ten)"}, {"(hand r ace)"}},
      {{"(drop king)", "noop"}}};
  CHECK(lost(keep, game) == "hand s queen");
  CHECK(
      lost(keep + "(<= (next (hand s ?c)) (true (hand s ?c)) (not (does s noop)))", game).empty());
}

}  // namespace tesuji::frontend
