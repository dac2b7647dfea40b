// Lowering: shapes of terms, disjunctions, facts beside rules, growth.
#include "tests/unit/support/lowered.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using tesuji::tests::Lowered;
namespace ir = tesuji::ir;

TEST_CASE("every shape of fluent has a relation of its own", "[lower]") {
  const Lowered game(R"(
    (init (cell 1 1 b)) (init step) (init (over))
    (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)))
    (<= (next step) (true step)))");
  REQUIRE(game.module);
  const ir::Relation* cell = game.relation("true.cell");
  REQUIRE(cell != nullptr);
  CHECK(cell->columns.size() == 3);
  CHECK(cell->kind == ir::RelationKind::state);
  CHECK(cell->term == "(cell ? ? ?)");
  CHECK(game.module->relations[cell->next].name == "next.cell");
  CHECK(game.module->relations[cell->init].name == "init.cell");
  REQUIRE(game.relation("true") != nullptr);  // constants
  CHECK(game.relation("true")->term == "?");
  REQUIRE(game.relation("true.over") != nullptr);  // the compound term (over)
  CHECK(game.relation("true.over")->columns.empty());
  CHECK(game.relation("true.over")->next == ir::no_id);
}

TEST_CASE("a variable that stands for whole terms is specialised for each shape", "[lower]") {
  const Lowered game(R"(
    (init (cell 1 b)) (init (score 0))
    (frozen (cell 1 b))
    (<= (next ?f) (true ?f) (not (frozen ?f))))");
  REQUIRE(game.module);
  const auto cell = game.rules("next.cell");
  const auto score = game.rules("next.score");
  REQUIRE(cell.size() == 1);
  REQUIRE(score.size() == 1);
  CHECK(cell[0]->body.size() == 2);
  // No frozen fact has the shape (score ?): there the negation holds always.
  CHECK(score[0]->body.size() == 1);
  CHECK(cell[0]->variables == std::vector<std::string>{"f.1", "f.2"});
}

TEST_CASE("fluents exist even where no rule reads them", "[lower]") {
  const Lowered game("(init (a 1)) (<= (next (b ?x)) (num ?x)) (num 2)");
  REQUIRE(game.module);
  CHECK(game.relation("true.a") != nullptr);
  CHECK(game.relation("true.b") != nullptr);
}

TEST_CASE("distinct compares terms by shape and leaves", "[lower]") {
  const Lowered game(R"(
    (p (f 1 2)) (p (g 1)) (p 7)
    (<= (q ?x ?y) (p ?x) (p ?y) (distinct ?x ?y))
    (<= (r ?x) (p ?x) (distinct ?x (f 1 3)))
    (<= (s) (p 7) (distinct (g 1) (g 1)))
    (<= (t) (p 7) (distinct 7 (g 1))))");
  REQUIRE(game.module);
  // Three shapes each; only equal shapes need a comparison at run time.
  std::size_t rules = 0;
  std::size_t comparisons = 0;
  for (const ir::Rule& rule : game.module->rules) {
    if (rule.name.rfind("q", 0) != 0) continue;
    ++rules;
    for (const ir::Literal& literal : rule.body) {
      comparisons += literal.kind == ir::Literal::Kind::different ? 1 : 0;
    }
  }
  CHECK(rules == 9);
  CHECK(comparisons == 3);
  const auto of_f = game.rules("r.f");
  REQUIRE(of_f.size() == 1);
  REQUIRE(of_f[0]->body.size() == 2);
  CHECK(of_f[0]->body[1].args.size() == 2);  // (x.1, x.2) differs from (1, 3)
  CHECK(game.rules("s").empty());
  REQUIRE(game.rules("t").size() == 1);
  CHECK(game.rules("t")[0]->body.size() == 1);
}

TEST_CASE("a disjunction of distincts is one comparison of tuples", "[lower]") {
  const Lowered game(R"(
    (cell 1 2)
    (<= (p ?x ?y) (cell ?x ?y) (cell ?u ?v) (or (distinct ?x ?u) (distinct ?y ?v))))");
  REQUIRE(game.rules("p").size() == 1);
  const ir::Literal& last = game.rules("p")[0]->body.back();
  CHECK(last.kind == ir::Literal::Kind::different);
  CHECK(last.args.size() == 2);
}

TEST_CASE("few alternatives are multiplied out, many become helper relations", "[lower]") {
  const Lowered few("(a 1) (b 1) (<= (p ?x) (a ?x) (or (b ?x) (a ?x)) (or (b ?x) (a ?x)))");
  CHECK(few.rules("p").size() == 4);
  std::string many = "(a 1) (b 1) (<= (p ?x) (a ?x)";
  for (int i = 0; i < 40; ++i) many += " (or (b ?x) (a ?x))";
  const Lowered helped(many + ")");
  REQUIRE(helped.rules("p").size() == 1);
  CHECK(helped.rules("p")[0]->body.size() == 41);
  CHECK(helped.module->rules.size() == 1 + 2 * 40);
}

TEST_CASE("many facts beside rules are kept in a static relation", "[lower]") {
  std::string text = "(q 99) (<= (p ?x) (q ?x))";
  for (int i = 1; i <= 20; ++i) text += " (p " + std::to_string(i) + ")";
  const Lowered game(text);
  const ir::Relation* facts = game.relation("facts.p");
  REQUIRE(facts != nullptr);
  CHECK(facts->kind == ir::RelationKind::fixed);
  CHECK(facts->facts.rows == 20);
  CHECK(game.rules("p").size() == 2);
}

TEST_CASE("terms that grow without end are refused", "[lower]") {
  for (const char* text :
       {"(num 0) (<= (num (s ?x)) (num ?x))", "(init (a 0)) (<= (next (a (s ?x))) (true (a ?x)))",
        "(p 0) (<= (p (f ?x)) (q ?x)) (<= (q (g ?x)) (p ?x))"}) {
    const Lowered game(text);
    CHECK_FALSE(game.module);
    REQUIRE(game.diagnostics.error_count() == 1);
    CHECK(game.diagnostics.all()[0].code == "recursion");
    CHECK(game.diagnostics.all()[0].span.known());
  }
}

TEST_CASE("user relations cannot be mistaken for fluents or moves", "[lower]") {
  const Lowered game("(init (cell 1)) (true.cell 2) (<= (next (cell ?x)) (true.cell ?x))");
  std::vector<ir::RelationKind> kinds;
  for (const char* name : {"true.cell", "true.cell'"}) {
    REQUIRE(game.relation(name) != nullptr);
    kinds.push_back(game.relation(name)->kind);
  }
  std::sort(kinds.begin(), kinds.end());
  CHECK(kinds == std::vector{ir::RelationKind::fixed, ir::RelationKind::state});
}

TEST_CASE("a disjunction may rely on what another one binds", "[lower]") {
  // Too many alternatives to multiply out; the first `or` binds nothing itself.
  std::string text = "(a 1) (b 1) (<= (p ?x) (or (distinct ?x ?y) (b ?x)";
  for (int i = 0; i < 12; ++i) text += " (b ?y)";
  text += ")";
  for (const char* variable : {"?x", "?y"}) {
    text += " (or";
    for (int i = 0; i < 12; ++i) text += std::string(" (a ") + variable + ")";
    text += ")";
  }
  const Lowered game(text + ")");
  REQUIRE(game.module);
  REQUIRE(game.rules("p").size() == 1);
  CHECK(game.rules("p")[0]->body.size() == 3);
}

TEST_CASE("a fact nested beyond the limit is told so", "[lower]") {
  std::string term = "a";
  for (int i = 0; i < 150; ++i) term = "(f " + term + ")";
  const Lowered game("(init " + term + ")");
  CHECK_FALSE(game.module);
  REQUIRE(game.diagnostics.error_count() == 1);
  CHECK(game.diagnostics.all()[0].code == "limit");
}
