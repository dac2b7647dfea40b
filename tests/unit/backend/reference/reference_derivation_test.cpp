// Derivations and derivation trees: the examples of chapter 13, loops, limits.
#include "backend/driver/rulesheet/reference.h"
#include "backend/reference/derivation.h"
#include "backend/reference/derivation_text.h"
#include "backend/rules/reference_notation.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace driver = tesuji::driver;
namespace frontend = tesuji::frontend;
namespace reference = tesuji::reference;
using Outcome = reference::DerivationNode::Outcome;

namespace {

/// Rules and a situation in infix syntax; no need to be a whole game.
struct Sheet {
  explicit Sheet(const std::string& rules) {
    const auto file = session.sources->add("sheet.gdl", rules);
    const auto sheet = frontend::parse_rulesheet(file, frontend::Syntax::infix, *session.symbols,
                                                 session.diagnostics);
    INFO(session.diagnostics.render());
    REQUIRE(sheet);
    program = driver::reference_program(*sheet, session.symbols);
    notation = driver::make_notation(*program, frontend::Syntax::infix, session);
  }

  std::vector<reference::TermId> terms(const std::string& text) {
    const auto file = session.sources->add("terms", text);
    const auto parsed =
        frontend::parse_terms(file, frontend::Syntax::infix, *session.symbols, session.diagnostics);
    REQUIRE(parsed);
    std::vector<reference::TermId> result;
    for (const frontend::Term& term : *parsed) {
      result.push_back(driver::reference_term(term, *program).value());
    }
    return result;
  }

  void state(const std::string& fluents) {
    situation.fluents = terms(fluents);
    std::sort(situation.fluents.begin(), situation.fluents.end());
  }

  reference::Query query(const std::string& text) {
    const auto file = session.sources->add("query", text);
    const auto literals =
        frontend::parse_query(file, frontend::Syntax::infix, *session.symbols, session.diagnostics);
    REQUIRE(literals);
    return driver::reference_query(*literals, *program);
  }

  reference::DerivationTree tree(const std::string& text,
                                 const reference::DerivationLimits& limits = {}) {
    return reference::derive(*program, situation, query(text), limits);
  }

  /// Computed answers in the order of the derivations.
  std::vector<std::string> answers(const reference::DerivationTree& tree) const {
    std::vector<std::string> result;
    for (const std::size_t end : reference::derivation_ends(tree)) {
      const auto& node = tree.nodes[end];
      if (node.outcome == Outcome::success) {
        result.push_back(reference::answer_text(tree, node, *notation));
      }
    }
    return result;
  }

  driver::Session session;
  std::shared_ptr<reference::Program> program;
  std::unique_ptr<reference::Notation> notation;
  reference::Situation situation;
};

std::size_t count(const reference::DerivationTree& tree, Outcome outcome) {
  const auto ends = reference::derivation_ends(tree);
  return static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), [&](std::size_t end) {
    return tree.nodes[end].outcome == outcome;
  }));
}

using Strings = std::vector<std::string>;

const std::string nim = R"(
  legal(P,reduce(X,N)) :- true(control(P)) & true(heap(X,M)) & smaller(N,M)
  smaller(X,Y) :- succ(X,Y)
  smaller(X,Y) :- succ(X,Z) & smaller(Z,Y)
  succ(0,1)
  succ(1,2)
  succ(2,3))";

}  // namespace

TEST_CASE("a derivation of a legal move in Nim (figure 13.1)", "[reference][derivation]") {
  Sheet sheet(nim);
  sheet.state("control(white), heap(a,2)");
  const auto tree = sheet.tree("legal(white,L)");
  CHECK(tree.complete);
  CHECK(sheet.answers(tree) == Strings{"{L/reduce(a,1)}", "{L/reduce(a,0)}"});
  // The first step renames the rule apart and binds both ways.
  REQUIRE(tree.nodes[0].children.size() == 1);
  const auto& first = tree.nodes[tree.nodes[0].children[0]];
  CHECK(first.step == reference::DerivationNode::Step::clause);
  CHECK(first.clause == 0);
  CHECK(reference::substitution_text(first.unifier, tree.variable_names, *sheet.notation) ==
        "{P/white, L/reduce(X,N)}");
  CHECK(sheet.notation->conjunction(first.goals, tree.variable_names) ==
        "true(control(white)) & true(heap(X,M)) & smaller(N,M)");
}

TEST_CASE("variables of the query and of clauses never meet", "[reference][derivation]") {
  // Section 13.2: without renaming, X would have to be reduce(X,N).
  Sheet sheet(nim);
  sheet.state("control(white), heap(a,1)");
  CHECK(sheet.answers(sheet.tree("legal(white,X)")) == Strings{"{X/reduce(a,0)}"});
}

TEST_CASE("the derivation trees of Tic-Tac-Toe (figure 13.2)", "[reference][derivation]") {
  Sheet sheet(R"(
    legal(W,mark(X,Y)) :- true(cell(X,Y,b)) & true(control(W))
    legal(white,noop) :- true(control(black))
    legal(black,noop) :- true(control(white)))");
  sheet.state(
      "cell(1,1,x), cell(1,2,b), cell(1,3,o), cell(2,1,b), cell(2,2,o), cell(2,3,x),"
      "cell(3,1,x), cell(3,2,o), cell(3,3,b), control(white)");
  const auto white = sheet.tree("legal(white,L)");
  CHECK(sheet.answers(white) == Strings{"{L/mark(1,2)}", "{L/mark(2,1)}", "{L/mark(3,3)}"});
  CHECK(count(white, Outcome::failure) == 1);  // noop: control(black) does not hold
  const auto black = sheet.tree("legal(black,L)");
  CHECK(sheet.answers(black) == Strings{"{L/noop}"});
  CHECK(count(black, Outcome::failure) == 3);  // each blank cell, but not black's turn
}

TEST_CASE("negations wait until they are ground (section 13.6)", "[reference][derivation]") {
  Sheet sheet("next(p(Z)) :- ~does(white,a(Z)) & true(p(Z))");
  sheet.state("p(1), p(2), p(3)");
  sheet.situation.does.push_back({sheet.terms("white")[0], sheet.terms("a(2)")[0]});
  const auto tree = sheet.tree("next(p(Z))");
  CHECK(sheet.answers(tree) == Strings{"{Z/1}", "{Z/3}"});
  const auto& body = tree.nodes[tree.nodes[0].children.at(0)];
  CHECK(body.selected == 1);  // true(p(Z)) comes first
}

TEST_CASE("nested negation (section 13.6)", "[reference][derivation]") {
  Sheet sheet(R"(
    goal(P,100) :- role(P) & ~lost(P)
    lost(P) :- true(chases(Q,P)) & ~caught(Q)
    caught(P) :- true(prisoner(P))
    role(red)
    role(green)
    role(blue))");
  sheet.state("chases(green,red), chases(blue,green), chases(red,blue), prisoner(red)");
  CHECK(sheet.answers(sheet.tree("goal(P,100)")) == Strings{"{P/blue}"});
  const auto red = sheet.tree("goal(red,100)");
  CHECK(red.answers == 0);
  const auto end = reference::derivation_ends(red).at(0);
  REQUIRE(red.nodes[end].negated != reference::no_node);
  const std::string text = reference::derivation_text(red, end, *sheet.program, *sheet.notation,
                                                      reference::Glyphs::ascii);
  CHECK(text.find("~lost(red)   x fails: lost(red) is derivable\n:  lost(red)\n") !=
        std::string::npos);
}

TEST_CASE("a derivation is written without the steps it shares", "[reference][derivation]") {
  Sheet sheet("p(X) :- q(X) & r(X)\n q(a)\n r(a) :- s\n r(a)\n s");
  const auto tree = sheet.tree("p(X)");
  const auto ends = reference::derivation_ends(tree);
  REQUIRE(ends.size() == 2);
  CHECK(reference::shared_steps(tree, ends[1], ends[0]) == 2);
  const auto text = [&](std::size_t skipped) {
    return reference::derivation_text(tree, ends[1], *sheet.program, *sheet.notation,
                                      reference::Glyphs::ascii, skipped);
  };
  const std::string rest = text(2);
  CHECK(rest.starts_with("r(a)\n   3. "));
  CHECK(text(0).ends_with('\n' + rest));
}

TEST_CASE("loops are cut, and negation is right in spite of them", "[reference][derivation]") {
  Sheet sheet(R"(
    less(X,Y) :- less(X,Y)
    less(X,Y) :- less(X,Z) & succ(Z,Y)
    less(X,Y) :- succ(X,Y)
    succ(0,1) succ(1,2) succ(2,3) succ(3,4)
    top :- ~less(0,4)
    bottom :- ~less(4,0))");
  const auto tree = sheet.tree("less(0,X)");
  CHECK(tree.complete);
  CHECK(tree.loops == 2);
  CHECK(sheet.answers(tree) == Strings{"{X/1}"});
  // 4 is four steps away; the tree of the negation loses it, the tables do not.
  const auto top = sheet.tree("top");
  CHECK(top.answers == 0);
  const auto end = reference::derivation_ends(top).at(0);
  CHECK(top.nodes[end].by_tables);
  CHECK(top.nodes[end].outcome == Outcome::failure);
  CHECK(sheet.tree("bottom").answers == 1);
}

TEST_CASE("a query that grows is cut by the depth", "[reference][derivation]") {
  Sheet sheet("p(X) :- p(s(X))");
  reference::DerivationLimits limits;
  limits.depth = 50;
  const auto tree = sheet.tree("p(0)", limits);
  CHECK_FALSE(tree.complete);
  CHECK(tree.nodes.size() == 51);
  CHECK(count(tree, Outcome::limit) == 1);
}

TEST_CASE("limits on nodes and answers say what was left out", "[reference][derivation]") {
  Sheet sheet("p(1) p(2) p(3) p(4)");
  reference::DerivationLimits limits;
  limits.answers = 2;
  const auto two = sheet.tree("p(X)", limits);
  CHECK(two.enough);
  CHECK(two.complete);
  CHECK(two.answers == 2);
  CHECK(two.nodes[0].cut);
  limits = {};
  limits.nodes = 3;
  const auto small = sheet.tree("p(X) & p(Y)", limits);
  CHECK_FALSE(small.complete);
  CHECK(small.nodes.size() == 3);
  limits.nodes = 5;
  const auto exact = sheet.tree("p(X)", limits);
  CHECK(exact.complete);
  CHECK_FALSE(exact.nodes[0].cut);
}

TEST_CASE("disjunctions and distinct are steps", "[reference][derivation]") {
  Sheet sheet(R"(
    q(X) :- (p(X) | r(X)) & distinct(X,2)
    p(1) p(2) r(3))");
  const auto tree = sheet.tree("q(X)");
  CHECK(sheet.answers(tree) == Strings{"{X/1}", "{X/3}"});
  CHECK(count(tree, Outcome::failure) == 1);
  const auto closed = sheet.tree("~(p(2) | r(2))");
  CHECK(closed.answers == 0);
  CHECK(sheet.tree("~(p(4) | r(4))").answers == 1);
}

TEST_CASE("a negation that never gets ground is refused", "[reference][derivation]") {
  Sheet sheet("p(1)");
  const reference::Query query = sheet.query("~p(X)");
  CHECK_THROWS_AS(reference::derive(*sheet.program, sheet.situation, query, {}),
                  reference::ReasoningError);
}

TEST_CASE("long derivations need no stack", "[reference][derivation]") {
  std::string rules = "p(X,Y) :- s(X,Z) & p(Z,Y)\np(X,X) :- last(X)\nlast(n5000)\n";
  for (int i = 0; i < 5000; ++i) {
    rules += "s(n" + std::to_string(i) + ",n" + std::to_string(i + 1) + ")\n";
  }
  Sheet sheet(rules);
  reference::DerivationLimits limits;
  limits.nodes = limits.depth = 100'000;
  const auto tree = sheet.tree("p(n0,Y)", limits);
  CHECK(sheet.answers(tree) == Strings{"{Y/n5000}"});
  const std::string text =
      reference::tree_text(tree, *sheet.program, *sheet.notation, reference::Glyphs::unicode);
  CHECK(std::count(text.begin(), text.end(), '\n') > 10'000);
}

TEST_CASE("labels of dot are quoted", "[reference][derivation]") {
  Sheet sheet("p('a\"b\\') p(c) q(X) :- p(X) & p(X)");
  const auto tree = sheet.tree("q(X)");
  const std::string dot = reference::tree_dot(tree, *sheet.program, *sheet.notation);
  CHECK(dot.rfind("digraph derivation {\n", 0) == 0);
  CHECK(dot.find("\\\"b\\\\") != std::string::npos);
  CHECK(dot.find("p(X) &amp; p(X)") != std::string::npos);
}
