// Explanations of failure: best bindings, witnesses, levels, limits.
#include "backend/driver/rulesheet/reference.h"
#include "backend/reference/why_not.h"
#include "backend/reference/why_not_text.h"
#include "backend/rules/reference_notation.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <string>

namespace driver = tesuji::driver;
namespace frontend = tesuji::frontend;
namespace reference = tesuji::reference;

namespace {

/// The explanation of `query` as text.
std::string explain(const std::string& rules, const std::string& state, const std::string& query,
                    const reference::WhyNotLimits& limits = {}) {
  constexpr auto infix = frontend::Syntax::infix;
  driver::Session session;
  const auto parse_file = [&](const std::string& text) {
    return session.sources->add("sheet.gdl", text);
  };
  const auto sheet =
      frontend::parse_rulesheet(parse_file(rules), infix, *session.symbols, session.diagnostics);
  const auto fluents =
      frontend::parse_terms(parse_file(state), infix, *session.symbols, session.diagnostics);
  const auto literals =
      frontend::parse_query(parse_file(query), infix, *session.symbols, session.diagnostics);
  INFO(session.diagnostics.render());
  REQUIRE((sheet && fluents && literals));
  const auto program = driver::reference_program(*sheet, session.symbols);
  reference::Situation situation;
  for (const frontend::Term& term : *fluents) {
    situation.fluents.push_back(driver::reference_term(term, *program).value());
  }
  std::sort(situation.fluents.begin(), situation.fluents.end());
  reference::Prover prover(*program);
  prover.set_situation(situation);
  const reference::Query asked = driver::reference_query(*literals, *program);
  const auto notation = driver::make_notation(*program, infix, session);
  return reference::why_not_text(reference::why_not(prover, asked, limits), asked, *program,
                                 *notation);
}

bool has(const std::string& text, const std::string& part) {
  UNSCOPED_INFO(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the failing goal of each clause is named", "[reference][why-not]") {
  const std::string rules =
      "legal(W,mark(X,Y)) :- true(cell(X,Y,b)) & true(control(W))\n"
      "legal(P,noop) :- true(control(Q)) & other(P,Q)\nother(w,v) other(v,w)";
  const std::string state = "cell(1,1,x), cell(1,2,b), control(w)";
  const std::string text = explain(rules, state, "legal(w,mark(1,1))");
  CHECK(text ==
        "legal(w,mark(1,1)) does not hold\n"
        "  sheet.gdl:1: legal(W,mark(X,Y)) :- true(cell(X,Y,b)) & true(control(W))\n"
        "    fails: true(cell(1,1,b))\n"
        "      but there is cell(1,1,x)\n"
        "    holds: true(control(w))\n");
  CHECK(explain(rules, state, "legal(w,mark(1,2))") == "legal(w,mark(1,2)) holds\n");
  CHECK(has(explain(rules, state, "legal(w,swim)"), "no clause has a head that matches"));
  CHECK(has(explain(rules, state, "swims(w)"), "no clause defines swims/1"));
}

TEST_CASE("the binding that fails in fewest goals is shown", "[reference][why-not]") {
  // X = 5 fails in one goal, all others in two.
  const std::string text = explain("s :- p(X) & q(X) & r(X)\np(1) p(2) p(3) q(5) r(5)", "", "s");
  CHECK(has(text, "fails: p(5)\n"));
  CHECK(has(text, "holds: q(5) & r(5)\n"));
}

TEST_CASE("a failing negation has a witness", "[reference][why-not]") {
  const std::string text =
      explain("end :- ~open\nopen :- true(cell(M,b))", "cell(1,x), cell(2,b)", "end");
  CHECK(has(text, "fails: ~open\n      open holds by sheet.gdl:2: true(cell(2,b))\n"));
}

TEST_CASE("the depth looks into derived relations", "[reference][why-not]") {
  const std::string rules = "a :- b & c\nb\nc :- d\nd :- true(x)\n";
  reference::WhyNotLimits limits;
  CHECK_FALSE(has(explain(rules, "y", "a", limits), "fails: d"));
  limits.depth = 2;
  CHECK(has(explain(rules, "y", "a", limits), "fails: d"));
  CHECK_FALSE(has(explain(rules, "y", "a", limits), "fails: true(x)"));
  limits.depth = 3;
  CHECK(has(explain(rules, "y", "a", limits), "          fails: true(x)"));
}

TEST_CASE("disjunctions and undefined relations", "[reference][why-not]") {
  reference::WhyNotLimits limits;
  limits.depth = 2;
  const std::string text = explain("a :- (b | nothing(1))\nb :- true(x)", "y", "a", limits);
  CHECK(has(text, "fails: b"));
  CHECK(has(text, "no clause defines nothing/1"));
}

TEST_CASE("large relations are searched within bounds", "[reference][why-not]") {
  std::string rules = "s :- p(X) & p(Y) & p(Z) & q(X,Y,Z) & q(Z,Y,X)\n";
  for (int i = 0; i < 2000; ++i) rules += "p(n" + std::to_string(i) + ")\n";
  rules += "q(a,b,c)\n";
  reference::WhyNotLimits limits;
  limits.body_steps = 1'000;
  const std::string text = explain(rules, "", "s", limits);
  CHECK(has(text, "the search was cut off"));
  CHECK(has(text, "fails: q("));
}

TEST_CASE("parts of a disjunction may bind different variables", "[reference][why-not]") {
  const std::string rules =
      "stuck(P) :- player(P) & ~can_move(P)\n"
      "can_move(P) :- owns(P,T) & (legal(P,move(T,Z)) | legal(P,jump(T,X,Y)))\n"
      "player(w) owns(w,king) legal(w,jump(king,1,2))";
  CHECK(has(explain(rules, "", "stuck(w)"),
            "can_move(w) holds by sheet.gdl:2: owns(w,king) & (legal(w,move(king,Z)) | "
            "legal(w,jump(king,1,2)))"));
}
