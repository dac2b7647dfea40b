// Functions and absent conjunctions in production rules: what is read, what it is printed as, and
// what is refused.
#include "frontend/rules/rules_printer.h"
#include "ir/module/agenda_premises.h"
#include "ir/text/text.h"
#include "tests/unit/support/chained.h"
#include "tests/unit/support/words.h"

#include <string>

using namespace tesuji;
using namespace tesuji::tests;

namespace {

std::string rule(const std::string& premises, const std::string& conclusions = "(add (r ?x))") {
  return "(rule a (premises (present (p ?x)) " + premises + ") (conclusions " + conclusions +
         "))\n";
}

/// The first error.
std::string error_of(const std::string& rules, const std::string& facts = "p(1).") {
  const Chained chained(rules, facts);
  CHECK(!chained.module);
  for (const ir::Diagnostic& diagnostic : chained.diagnostics.all()) return diagnostic.message;
  return "";
}

}  // namespace

TEST_CASE("A function is computed in front of the premise or conclusion it stands in", "[rules]") {
  const Chained chained(rule("(present (q (+ ?x 1)))", "(add (r (* ?x ?x 2)))"), "p(3). q(4).");
  REQUIRE(chained.module);
  CHECK(frontend::print_rules(*chained.module) ==
        "(rule a\n  (premises\n    (present (p ?x))\n    (is ?value_1 (+ ?x 1))\n"
        "    (present (q ?value_1))\n    (is ?value_2 (* (* ?x ?x) 2)))\n  (conclusions\n"
        "    (add (r ?value_2))))\n");
  for (const auto engine : production_engines) {
    const runtime::ProductionResult result = chained.run(engine);
    REQUIRE(result.computed.size() == 1);
    CHECK(result.computed[0].whole == 18);
    CHECK(result.deduced.back().rows == 1);
  }
}

TEST_CASE("Rules with functions and conjunctions read back as they are printed", "[rules]") {
  const std::string text = rule(
      "(is ?y (- (div ?x 2) (abs (- ?x))))(absent (q ?u ?v) (q ?v ?x) (less ?u (+ ?v 1)))"
      "(absent ((q ?u ?u)))(is 7 (min ?x ?y 3.5))(less_or_equal (round ?y) (max ?x 2))",
      "(add (r ?x))");
  const Chained chained(text, "p(3). q(1,2).");
  INFO(chained.diagnostics.render());
  REQUIRE(chained.module);
  const std::string printed = frontend::print_rules(*chained.module);
  const Chained again(printed, "p(3). q(1,2).");
  INFO(printed << again.diagnostics.render());
  REQUIRE(again.module);
  CHECK(frontend::print_rules(*again.module) == printed);
  // And as IR.
  const std::string ir = ir::print(*chained.module);
  ir::Diagnostics found(*chained.sources);
  const auto reread = ir::parse(chained.sources->add("a.tir", ir), chained.sources, found);
  INFO(found.render());
  REQUIRE(reread);
  CHECK(ir::print(*reread) == ir);
}

TEST_CASE("The paper's way to write them", "[rules]") {
  const Chained chained(
      "(premisses (present (p (?x)) calcule (?y (+ ?x 1)) absent ((q (?x ?z)) (q (?z ?y))))"
      " conclusions (ajoute (r (?y))))",
      "p(1). p(5). q(1,7). q(7,2).");
  INFO(chained.diagnostics.render());
  REQUIRE(chained.module);
  CHECK(chained.run(driver::ProductionEngine::interpreter).deduced.back().rows == 1);
}

TEST_CASE("Columns are open where computed numbers can come, and nowhere else", "[rules]") {
  const Chained chained(
      rule("(is ?y (+ ?x 1))", "(add (r ?y)) (add (s ?x))") +
          "(rule b (premises (present (r ?x)) (present (p ?x))) (conclusions (add (t ?x))))\n"
          "(rule c (premises (present (r ?x))) (conclusions (add (u ?x))))",
      "p(1). p(2).");
  REQUIRE(chained.module);
  const auto is_open = [&](const char* name) {
    const ir::Module& module = *chained.module;
    const ir::Relation& relation = module.relations[module.find_relation(name)];
    return module.domains[relation.columns[0]].open;
  };
  CHECK(!is_open("p"));
  CHECK(is_open("r"));
  CHECK(!is_open("s"));
  CHECK(!is_open("t"));
  CHECK(is_open("u"));
}

TEST_CASE("Functions by table", "[rules]") {
  const std::string rules = "(function cost 1)\n" + rule("", "(add (r (cost (cost ?x))))");
  const Chained chained(rules, "p(a). cost(a,b). cost(b,c).");
  INFO(chained.diagnostics.render());
  REQUIRE(chained.module);
  CHECK(chained.text(chained.run(driver::ProductionEngine::native).deduced) == "r(c)");
  check_words(error_of(rules, "p(a). cost(a,b). cost(a,c)."));
  check_words(error_of("(function cost 1)" + rule("", "(add (cost ?x ?x))")));
  check_words(error_of("(function cost 2)" + rule("", "(add (r (cost ?x)))")));
}

TEST_CASE("What is refused of functions and conjunctions", "[rules]") {
  check_words(error_of(rule("(is ?y (+ ?x red))")));
  check_words(error_of(rule("(is ?y (/ ?x 0.0))")));
  check_words(error_of(rule("(is ?y (+ ?x))")));
  check_words(error_of(rule("(is ?y (+ ?z 1))")));
  check_words(error_of(rule("(is _ (+ ?x 1))")));
  check_words(error_of(rule("(is ?y (+ ?x _))")));
  check_words(error_of(rule("(absent (less 1 2) (is ?u (+ 1 2)))")));
  check_words(error_of(rule("(absent (q ?u) (absent (p ?u)))")));
  check_words(error_of(rule("(absent (q ?u) (less ?v ?u))")));
  check_words(error_of("(function f)" + rule("")));
}

TEST_CASE("Functions that never have a value are warned of", "[rules]") {
  const Chained chained(rule("(is ?y (+ ?x 1))"), "p(red). p(blue).");
  REQUIRE(chained.module);
  REQUIRE(chained.codes() == std::vector<std::string>{"compute"});
}

TEST_CASE("Rules that compute, or ask conjunctions to be absent, are run from scratch", "[rules]") {
  const Chained plain(rule("(absent (q ?x))"), "p(1). q(2).");
  CHECK(ir::can_maintain(*plain.module));
  const Chained computing(rule("(is ?y (+ ?x 1))"), "p(1).");
  CHECK(!ir::can_maintain(*computing.module));
  CHECK(ir::add_only(*computing.module));
  const Chained joint(rule("(absent (q ?x) (p 2))"), "p(1). q(2).");
  CHECK(!ir::can_maintain(*joint.module));
  CHECK(ir::add_only(*joint.module));
  const Chained own(rule("(absent (r ?x) (p 2))"), "p(1).");
  CHECK(!ir::add_only(*own.module));
}
