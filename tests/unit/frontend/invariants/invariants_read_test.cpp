// Invariants as text: what formulas become.
#include "tests/unit/support/invariants_support.h"

#include <vector>

namespace tesuji::tests {
namespace {

using Names = std::vector<std::string>;

/// A board of two squares; moves of two shapes and a constant, one of them nested.
const char* const rules = R"(
(role red) (role blue)
(square 1) (square 2)
(init (at 1 empty)) (init (at 2 empty)) (init (turn red)) (init calm) (init (over))
(<= (legal ?r (put ?x)) (true (turn ?r)) (true (at ?x empty)))
(<= (legal ?r (swap (pair ?x ?y))) (true (turn ?r)) (square ?x) (square ?y) (distinct ?x ?y))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (at ?x ?r)) (does ?r (put ?x)))
(<= (next (at ?x ?r)) (true (at ?x ?r)) (not moved))
(<= moved (does ?r (put ?x)))
(<= (next (turn red)) (true (turn blue)))
(<= (next (turn blue)) (true (turn red)))
(<= (owner ?x ?r) (true (at ?x ?r)) (role ?r))
(<= (holds (pair ?x ?r)) (owner ?x ?r))
(<= full (not open))
(<= open (true (at ?x empty)))
(<= terminal full)
(<= (goal ?r 100) (owner 1 ?r))
(<= (goal ?r 0) (role ?r) (not (owner 1 ?r)))
)";

TEST_CASE("Invariants: formulas of every form are read", "[invariants]") {
  Invariants game(rules);
  const auto same = [&](const std::string& text) {
    CHECK(game.printed(text) == "invariant property: " + text + ".");
  };
  same("open");
  same("true");
  same("false");
  same("not open");
  same("next next full");
  same("open and full and terminal");
  same("open or full or terminal");
  same("open implies full implies terminal");
  same("(open implies full) implies terminal");
  same("(open or full) and terminal");
  same("open or full and terminal");
  same("not (open and full)");
  same("next (open or full)");
  same("(open and full) and terminal");
  same("true(at(1,empty))");
  same("true(calm)");
  same("true(over())");
  same("goal(red,100)");
  same("legal(red,swap(pair(1,2)))");
  same("holds(pair(1,red))");
  same("exists X:square. true(at(X,empty))");
  same("forall X:square. true(at(X,empty))");
  same("exists[0..1] R:role. true(turn(R))");
  same("exists[2..inf] R:role. true(turn(R))");
  same("exists X,Y:square, R:role. owner(X,R) and owner(Y,R) and X != Y");
  same("(exists X:square. owner(X,red)) implies forall X:square. owner(X,red)");
  same("open and exists X:square. owner(X,red) and X = 1");
  same("exists[1..2] (open; X:square. owner(X,red))");
  same("exists X:{}. owner(X,red)");
  same("not exists[0..1] X:{1,red}. owner(X,red)");
}

TEST_CASE("Invariants: other ways to write the same", "[invariants]") {
  Invariants game(rules);
  const auto becomes = [&](const std::string& text, const std::string& expected) {
    CHECK(game.printed(text) == "invariant property: " + expected + ".");
  };
  becomes("~open & full | terminal => true", "not open and full or terminal implies true");
  becomes("not exists X:square. not owner(X,red)", "forall X:square. owner(X,red)");
  becomes("exists[1..inf] ?x : Square. owner(?X, red)", "exists X:square. owner(X,red)");
  becomes("exists[1] X:{1..2}. owner(X,red)", "exists[1..1] X:square. owner(X,red)");
  becomes("not open or full", "open implies full");
  becomes("forall X,Y:square. distinct(X,Y)", "forall X,Y:square. X != Y");
  becomes("'open' and terminal() % a remark\n", "open and terminal");
  becomes("forall X:dom(at,1). exists C. true(at(X,C))",
          "forall X:square. exists C:{red,blue,empty}. true(at(X,C))");
  becomes("exists C:dom(at/2, 2) except {empty}. true(at(1,C))", "exists C:role. true(at(1,C))");
  becomes("exists X:{2, 1, 2}. owner(X,red)", "exists X:square. owner(X,red)");
  becomes("domain two = {1,2}. domain all = two or {3} except {3}. exists X:all. owner(X,red)",
          "exists X:square. owner(X,red)");
  CHECK(game.printed("named: open") == "invariant named: open.");
  CHECK(game.printed("invariant 'odd name': open.") == "invariant 'odd name': open.");
  CHECK(game.printed("f[X:square]: owner(X,red)") == "invariant f[X:square]: owner(X,red).");
}

TEST_CASE("Invariants: a variable for terms of several shapes becomes several ranges",
          "[invariants]") {
  Invariants game(rules);
  const auto read = game.property("exists[0..1] M. legal(red,M)");
  REQUIRE(read);
  const ir::Invariant& invariant = read->front();
  const ir::Formula& count = invariant.formula;
  REQUIRE(count.kind == ir::Formula::Kind::count);
  REQUIRE(count.ranges.size() == 3);
  const auto relation = [&](std::size_t range) {
    return game.game.module->relations[count.parts[range].relation].name;
  };
  CHECK(relation(0) == "legal.put");
  CHECK(relation(1) == "legal.swap.pair");
  CHECK(relation(2) == "legal");
  CHECK(count.ranges[0].size() == 1);
  CHECK(count.ranges[1].size() == 2);
  CHECK(count.ranges[2].size() == 1);
  CHECK(invariant.variables.size() == 4);
  CHECK(count.parts[1].args.size() == 3);
  CHECK(count.parts[1].args[2] == ir::Argument::variable(count.ranges[1][1]));
}

TEST_CASE("Invariants: families", "[invariants]") {
  Invariants game(rules);
  const auto read = game.file(
      "invariant keeps[F]: true(F) implies next true(F).\n"
      "invariant owned[X:square, R]: owner(X,R).\n");
  INFO(game.rendered);
  REQUIRE(read);
  Names names;
  for (const ir::Invariant& invariant : *read) names.push_back(invariant.name);
  CHECK(names == Names{"keeps#at", "keeps#turn", "keeps#constant", "keeps#over", "owned"});
  const ir::Invariant& owned = read->back();
  CHECK(ir::instances(owned) == 4);
  CHECK(ir::degree(read->front().formula) == 1);
  const auto symbol = [&](const char* text) { return game.game.symbols->intern(text); };
  const std::vector<ir::Symbol> choice = {symbol("2"), symbol("blue")};
  CHECK(ir::instance_name(owned, choice, *game.game.symbols) == "owned[2,blue]");
  const ir::Formula instance = ir::instantiate(owned, choice);
  CHECK(instance.args == std::vector<ir::Argument>{ir::Argument::constant(choice[0]),
                                                   ir::Argument::constant(choice[1])});
}

}  // namespace
}  // namespace tesuji::tests
