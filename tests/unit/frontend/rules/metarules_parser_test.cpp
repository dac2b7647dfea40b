// Ordering metarules as text: read, written, refused.
#include "frontend/rules/metarules_parser.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/read_metarules.h"

#include <fstream>
#include <iterator>

using namespace tesuji;
using namespace tesuji::tests;
using Read = ReadMetarules;
using ir::OrderingMetarule;

TEST_CASE("The paper's Table 2", "[metarules]") {
  std::ifstream file(source_dir() + "/tests/cli/inputs/run/paper-table2.meta");
  REQUIRE(file);
  const Read read({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
  INFO(read.diagnostics.render());
  REQUIRE(read.metarules);
  REQUIRE(read.metarules->size() == 2);
  const OrderingMetarule& first = read.metarules->at(0);
  CHECK(first.name == "metaregle_ordonne_1");
  CHECK(first.premise.relation == "voisine");
  CHECK(first.bound == std::vector<std::string>{"var"});
  CHECK(first.unbound == std::vector<std::string>{"var1"});
  CHECK(first.conditions.empty());
  CHECK(first.priority == 3.79);
  const OrderingMetarule& second = read.metarules->at(1);
  CHECK(second.premise.args.at(1).kind == ir::PremisePattern::Argument::Kind::constant);
  CHECK(second.premise.args.at(1).text == "2");
  CHECK(second.priority == 0.01);
}

TEST_CASE("What is written is read back, and written the same", "[metarules]") {
  const Read read(
      metarule("(rule ?r) (condition ?r (present (n ?a ?b))) (condition ?r (absent (p ?a _)))"
               "(condition ?r (different ?a k)) (bound ?a) (unbound ?b)"
               "(priority ?r (present (n ?a ?b)) ?p) (greater ?p 2.5)",
               assign) +
      "(metarule (conclusions (assign_priority (absent (p)) 0)))"
      "(metarule (conclusions (assign_priority (different ?a ?b) 0.125)))");
  INFO(read.diagnostics.render());
  REQUIRE(read.metarules);
  CHECK(read.metarules->at(0).conditions.size() == 2);
  CHECK(read.metarules->at(1).name == "metarule_2");
  const std::string text = frontend::print_metarules(*read.metarules);
  const Read again(text);
  INFO(text << again.diagnostics.render());
  REQUIRE(again.metarules);
  CHECK(frontend::print_metarules(*again.metarules) == text);
}

TEST_CASE("Metarules that are malformed", "[metarules]") {
  CHECK(Read("metarule").error() == "1 parse");
  CHECK(Read("()").error() == "1 parse");
  CHECK(Read("(metarule m)").error() == "1 parse");
  CHECK(Read("(metarule m (premises) x)").error() == "1 parse");
  CHECK(Read("(metarule m (name (a b)) (conclusions " + assign + "))").error() == "1 parse");
  CHECK(Read(metarule("(fires ?r)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(add ?r)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(bound a)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(bound ?z)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(greater ?p)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(condition ?r)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(condition ?r (maybe (n ?a)))", assign)).error() == "1 parse");
  CHECK(Read(metarule("(condition ?r (present (n a (f))))", assign)).error() == "1 parse");
  CHECK(Read(metarule("(condition ?r (present (n a ())))", assign)).error() == "1 parse");
  CHECK(Read(metarule("", assign + assign)).error() == "2 parse");
  CHECK(Read(metarule("(condition ?r (different ?a ?b ?c))", assign)).error() == "1 parse");
  for (const char* number : {"-1", "many", "", "1 2", "inf", "nan", "1e999"}) {
    CAPTURE(number);
    CHECK(
        Read(metarule("", "(assign_priority (present (n)) " + std::string(number) + ")")).error() ==
        "2 parse");
  }
}

TEST_CASE("Metarules that contradict themselves or each other", "[metarules]") {
  CHECK(Read(metarule("(bound ?a) (unbound ?a)", assign)).error() == "1 contradiction");
  CHECK(Read(metarule("(greater ?p 2)", assign)).error() == "1 contradiction");
  CHECK(Read(metarule("(greater ?p 3)", assign)).metarules);
  CHECK(Read(metarule("(condition ?r (present (n ?b ?a)))", assign)).error() == "2 contradiction");
  // Whatever the variables are called.
  const std::string one = metarule("(bound ?a)", assign);
  CHECK(Read(one + "\n(metarule (premises (bound ?x)) (conclusions "
                   "(assign_priority (present (n ?x ?y)) 3)))")
            .error() == "3 contradiction");
  CHECK(Read(one + "(metarule (premises (bound ?y)) (conclusions "
                   "(assign_priority (present (n ?x ?y)) 3)))")
            .metarules);
  CHECK(Read(one + "(metarule (premises (bound ?a)) (conclusions " + assign + "))").metarules);
  // In whatever order the conditions stand.
  const std::string p = "(condition ?r (present (p ?a ?x)))";
  const std::string q = "(condition ?r (present (p ?x ?b)))";
  const std::string two = metarule(own + p + q, assign);
  const auto other = [](const std::string& premises) {
    return "\n(metarule (premises " + own + premises +
           ") (conclusions (assign_priority (present (n ?a ?b)) 3)))";
  };
  CHECK(Read(two + other(q + p)).error() == "3 contradiction");
  CHECK(Read(two + other(q + "(condition ?r (present (p ?a ?z)))")).metarules);
  CHECK(Read(two + other(p)).metarules);
}

TEST_CASE("Names of metarules", "[metarules]") {
  const std::string one = metarule("", assign);
  CHECK(Read(one + "\n" + one).error() == "3 parse");
  const std::string unnamed = "(metarule (conclusions " + assign + "))";
  const Read read("(metarule metarule_2 (conclusions " + assign + "))" + unnamed + unnamed);
  REQUIRE(read.metarules);
  CHECK(read.metarules->at(1).name == "metarule_3");
  CHECK(read.metarules->at(2).name == "metarule_4");
}

TEST_CASE("Every metarule is looked at, whatever is wrong with those before", "[metarules]") {
  const Read read("(metarule a)\n" + metarule("(bound ?a) (unbound ?a)", assign));
  CHECK(read.diagnostics.error_count() == 2);
}

TEST_CASE("Metarules name what a rulesheet says, terms taken apart", "[metarules]") {
  const auto relation = [](const std::string& fact) {
    const Read read(metarule("", "(assign_priority (present " + fact + ") 1)"));
    INFO(read.diagnostics.render());
    REQUIRE(read.metarules);
    const ir::PremisePattern& pattern = read.metarules->at(0).premise;
    return pattern.relation + "/" + std::to_string(pattern.args.size());
  };
  CHECK(relation("(true (cell ?x ?y b))") == "true.cell/3");
  CHECK(relation("(true.cell ?x ?y b)") == "true.cell/3");
  CHECK(relation("(true ?f)") == "true/1");
  CHECK(relation("(does ?p (move (square ?x 1) (square ?y 2)))") == "does.move.square.square/5");
  CHECK(relation("(does ?p noop)") == "does/2");
  CHECK(relation("(line (?a ?b))") == "line/2");  // the paper's way to write arguments
  const Read compares(metarule("", "(assign_priority (distinct ?a ?b) 1)"));
  REQUIRE(compares.metarules);
  CHECK(compares.metarules->at(0).premise.relation == "different");
}
