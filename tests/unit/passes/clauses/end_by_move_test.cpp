// Whether a move ends the game: which rules that question gets, and what they derive.
#include "ir/module/entries.h"
#include "ir/text/text.h"
#include "passes/clauses/resolve.h"
#include "tests/unit/support/lowered.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using tesuji::tests::Lowered;
namespace ir = tesuji::ir;
namespace passes = tesuji::passes;

namespace {

const std::string game = R"(
  (role a) (role b) (init (control a))
  (near 1 2) (near 2 3)
  (<= (legal ?r (place ?x)) (true (control ?r)) (near ?x ?y))
  (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
  (<= (next (cell ?x ?r)) (does ?r (place ?x)))
  (<= (next (cell ?x ?r)) (true (cell ?x ?r)))
  (<= (next (control a)) (true (control b)))
  (<= (next (control b)) (true (control a)))
  (<= (goal ?r 50) (role ?r))
)";

std::string text_of(const Lowered& lowered, const ir::Rule& rule, const ir::Literal& literal) {
  std::string text = literal.kind == ir::Literal::Kind::negative ? "not " : "";
  text += literal.relation == ir::no_id ? "different"
                                        : lowered.module->relations[literal.relation].name;
  for (const auto* arguments : {&literal.args, &literal.right}) {
    for (const ir::Argument& argument : *arguments) {
      text += ' ';
      text += ir::is_variable(argument) ? rule.variables[argument.id]
                                        : lowered.symbols->text(argument.id);
    }
  }
  return text;
}

/// The bodies of the question's rules; none where there is no question.
std::vector<std::string> bodies(const std::string& rules) {
  Lowered lowered(game + rules);
  REQUIRE(lowered.run({"stratify", "infer-domains", "end-by-move"}));
  std::vector<std::string> result;
  for (const ir::Rule* rule : lowered.rules("change.terminal")) {
    std::string text;
    for (const ir::Literal& literal : rule->body) {
      text += (text.empty() ? "" : ", ") + text_of(lowered, *rule, literal);
    }
    result.push_back(text);
  }
  return result;
}

using Bodies = std::vector<std::string>;

}  // namespace

TEST_CASE("a move ends the game where it makes one of the fluents of a rule", "[passes][ended]") {
  CHECK(bodies("(<= terminal (true (cell 1 ?r)) (true (cell 2 ?r)))") ==
        Bodies{"does.place r 1, next.cell 2 r", "does.place r 2, next.cell 1 r"});
}

TEST_CASE("rules of what is derived are written out", "[passes][ended]") {
  CHECK(bodies("(<= terminal (line ?r)) (<= (line ?r) (near ?x ?y) (true (cell ?x ?r))"
               " (true (cell ?y ?r)))") == Bodies{"does.place r x, near x y, next.cell y r",
                                                  "does.place r y, near x y, next.cell x r"});
}

TEST_CASE("the absence of a fluent is new where it was there", "[passes][ended]") {
  CHECK(bodies("(<= terminal (true (cell 1 a)) (not (true (control a))))") ==
        Bodies{"does.place a 1, not next.control a",
               "true.control a, next.cell 1 a, not next.control a"});
}

TEST_CASE("a comparison that cannot hold leaves no rule", "[passes][ended]") {
  CHECK(bodies("(<= terminal (near ?x ?y) (distinct ?x ?y) (true (cell ?x ?r)))").size() == 1);
  CHECK(bodies("(<= terminal (true (control ?r)) (distinct ?r b))") == Bodies{"true.control b"});
}

TEST_CASE("there is no telling where terminal hangs on derived absence or recursion",
          "[passes][ended]") {
  CHECK(bodies("(<= terminal (not open)) (<= open (true (control a)))").empty());
  CHECK(bodies("(<= terminal (path 1 3)) (<= (path ?x ?y) (near ?x ?y) (true (cell ?x ?r)))"
               " (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))")
            .empty());
  CHECK(bodies("(<= terminal (true never))").empty());
}

TEST_CASE("variables of two rules are told apart, and those that are left have other names",
          "[passes][ended]") {
  Lowered lowered(game +
                  "(<= (p ?x ?y) (near ?x ?z) (near ?z ?y)) (<= (q ?y ?x) (p ?x ?y) (near ?y ?z))");
  const ir::Rule& rule = *lowered.rules("q").front();
  const auto resolvent = passes::resolve(rule, 0, *lowered.rules("p").front());
  REQUIRE(resolvent);
  CHECK(resolvent->body.size() == 3);
  CHECK(resolvent->variables.size() == 4);
  std::vector<std::string> names = resolvent->variables;
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
  // X near Z2 near Y near Z
  CHECK(resolvent->body[0].args[1] == resolvent->body[1].args[0]);
  CHECK(resolvent->body[1].args[1] == resolvent->body[2].args[0]);
  CHECK_FALSE(resolvent->body[0].args[1] == resolvent->body[2].args[1]);
}

TEST_CASE("constants that differ do not unify", "[passes][ended]") {
  Lowered lowered(game + "(<= (p 1) (near 1 2)) (<= q (p 2)) (<= s (p ?x) (near ?x 2))");
  CHECK_FALSE(passes::resolve(*lowered.rules("q").front(), 0, *lowered.rules("p").front()));
  const auto resolvent =
      passes::resolve(*lowered.rules("s").front(), 0, *lowered.rules("p").front());
  REQUIRE(resolvent);
  CHECK(resolvent->variables.empty());
}
